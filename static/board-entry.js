// Entering by tapping: what is tapped on the board is filled into the forms of the slip, which work
// without it too. What is legal, and why not, is always the server's answer.

const frame = document.getElementById("board-frame");
const slip = () => document.getElementById("slip");
const reach = { places: {}, works: [] };
let chosen = { company: "", from: "", to: "", at: "" };
let refused = "";

const money = (amount) => (amount < 0 ? `−$${-amount}` : `$${amount}`);
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

// --- What can be done ----------------------------------------------------------------------------
const worksOf = (company) => reach.works.find((one) => one.company === company);
const waysFrom = (company, place) => worksOf(company)?.anchors.find(([at]) => at === place)?.[1];
const companiesAt = (place) => reach.works.filter(({ anchors }) => anchors.some(([at]) => at === place)).map(({ company }) => company);
const endsFrom = (company, place) => {
  const found = new Map();
  for (const [places, ends] of waysFrom(company, place) ?? []) {
    ends.forEach(([index, cost, income, left, brings], order) => {
      found.set(places[index], { cost, income, left, brings, route: [place, ...places.slice(0, index + 1)], hexes: index + 1, longest: order === ends.length - 1 });
    });
  }
  return found;
};
const saidOf = ({ hexes, cost, income, left, brings }, works) =>
  `${count(hexes, "hex", "hexes")}: cost ${money(cost)}, income ${works.income} → ${income}, treasury left ${money(left)}${brings ? `, ${brings}` : ""}`;

const { formOf, held, fill, firstField, valueOf, open, ask, isOpen } = globalThis.slipForms;

// --- Marks ------------------------------------------------------------------------------------------
const show = () => {
  const { board } = frame;
  const marks = [];
  let route = [];
  if (chosen.from) {
    const works = worksOf(chosen.company);
    const ends = endsFrom(chosen.company, chosen.from);
    for (const [place, end] of ends) marks.push([place, `legal${end.longest ? " longest" : ""}`, `legal end: ${saidOf(end, works)}${end.longest ? ", the longest line" : ""}`]);
    marks.push([chosen.from, "from", `${works.name} builds from here`]);
    route = ends.get(chosen.to)?.route ?? [];
    for (const place of route.slice(1)) marks.push([place, "chosen", "in the line"]);
  } else {
    for (const { name, anchors } of reach.works) for (const [place] of anchors) marks.push([place, "anchor", `${name} can build from here`]);
    if (isOpen("start") || !reach.works.length) for (const place of reach.places.start ?? []) marks.push([place, "legal", "a railroad can start here"]);
    if (chosen.at) marks.push([chosen.at, "chosen", "chosen"]);
  }
  if (refused) marks.push([refused, "refused", "not possible"]);
  board.mark(marks, route);
};
const tell = () => {
  const { board } = frame;
  const works = worksOf(chosen.company);
  if (!chosen.from) return;
  const end = endsFrom(chosen.company, chosen.from).get(chosen.to);
  const name = board.places.get(chosen.from)?.name ?? chosen.from;
  const text = end ? `${works.name}, ${saidOf(end, works)}` : `${works.name} from ${name}, treasury ${money(works.treasury)}: tap where the line ends.`;
  board.caption(text);
  const hint = slip().querySelector("form[data-kind='build'] .tap-hint");
  if (hint) hint.textContent = text;
};
const clear = () => {
  chosen = { company: "", from: "", to: "", at: "" };
  refused = "";
  frame.board.caption("");
  const hint = slip().querySelector("form[data-kind='build'] .tap-hint");
  if (hint) hint.textContent = HINT;
  show();
};

// --- Tapping ---------------------------------------------------------------------------------------------
const fillLine = (form) => {
  fill(form, firstField(form), chosen.company);
  fill(form, "path", "");
  fill(form, "path.from", chosen.from);
  fill(form, "path.to", chosen.to);
};
const begin = (form, place, companies) => {
  const current = valueOf(form, firstField(form));
  const again = place === chosen.from && companies.length > 1;
  const next = companies[(companies.indexOf(chosen.company) + 1) % companies.length];
  const company = again ? next : [chosen.company, current].find((one) => companies.includes(one)) ?? companies[0];
  chosen = { company, from: place, to: "", at: "" };
  open(form);
  fillLine(form);
  const ends = [...endsFrom(company, place).keys()];
  frame.board.show([place, ...ends]);
};
const tapLine = (form, place) => {
  const companies = companiesAt(place);
  if (chosen.from && endsFrom(chosen.company, chosen.from).has(place)) {
    chosen.to = place;
  } else if (companies.length) {
    return begin(form, place, companies);
  } else {
    chosen.to = "";
    refused = place;
  }
  fillLine(form);
  if (refused) fill(form, "path.to", place);
  ask(form);
};
const tap = (place) => {
  const waiting = held();
  if (waiting && !["build", "start"].includes(waiting.elements.kind.value)) {
    frame.board.caption("Enter what the slip shows, or go back, first.");
    return;
  }
  refused = "";
  const build = formOf("build");
  const start = formOf("start");
  const starting = start && (isOpen("start") || held() === start || !build);
  if (starting && (!companiesAt(place).length || reach.places.start?.includes(place))) {
    chosen = { company: "", from: "", to: "", at: place };
    fill(start, "at", place);
    if (!reach.places.start?.includes(place)) ask(start);
  } else if (build && (chosen.from || companiesAt(place).length)) {
    tapLine(build, place);
  } else if (start && reach.places.start?.includes(place)) {
    chosen.at = place;
    open(start);
    fill(start, "at", place);
  }
  frame.board.caption(frame.board.describe(place));
  tell();
  show();
};

// --- The slip's forms, made to be tapped --------------------------------------------------------------
const HINT = "Tap a hex of the railroad on the board, then the hex where the line ends.";
const dressLine = (form) => {
  if (!form || form.querySelector(".tap-hint")) return;
  form.classList.add("tapping");
  for (const field of form.querySelectorAll("[name^='f-path']")) field.closest(".field").classList.add("typed-line");
  const hint = Object.assign(document.createElement("p"), { className: "tap-hint", textContent: HINT });
  const typing = Object.assign(document.createElement("button"), { type: "button", className: "btn plain", textContent: "Type it instead" });
  typing.addEventListener("click", () => {
    form.classList.remove("tapping");
    typing.remove();
    form.querySelector(".typed-line :is(input, select)")?.focus();
  });
  form.querySelector(".entry-foot").before(hint, typing);
  if (chosen.from && !valueOf(form, "path.to")) fillLine(form);
  form.addEventListener("change", (event) => {
    if (event.target.name !== `f-${firstField(form)}` || event.target.value === chosen.company) return;
    const from = waysFrom(event.target.value, chosen.from) ? chosen.from : "";
    chosen = { company: from && event.target.value, from, to: "", at: "" };
    frame.board.show(worksOf(event.target.value)?.anchors.map(([place]) => place) ?? []);
    tell();
    show();
  });
};
const dress = () => {
  if (!slip()) return;
  dressLine(slip().querySelector("form[data-kind='build']"));
  show();
};

// A value that is taken is stepped over.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  const input = button?.parentElement.querySelector("input[data-taken]");
  if (!input) return;
  const taken = input.dataset.taken.trim().split(" ");
  for (let tries = 0; tries < 60 && taken.includes(input.value); tries += 1) {
    const before = input.value;
    if (Number(button.dataset.step) < 0) input.stepDown();
    else input.stepUp();
    if (input.value === before) break;
  }
});
// A card that is tapped is asked about at once; arrow keys only move between cards.
document.addEventListener("click", (event) => {
  const card = event.target.closest?.(".order-cards input[type='radio']");
  if (card && event.detail > 0) ask(card.form);
});

// --- Keeping up ---------------------------------------------------------------------------------------------
const learn = async () => {
  const address = frame.board.now.reach;
  let found = { places: {}, works: [] };
  if (address) {
    try {
      const answer = await fetch(address, { credentials: "same-origin" });
      if (answer.ok) found = await answer.json();
    } catch {
      // Without an answer nothing is marked; what is tapped is asked of the server all the same.
    }
  }
  if (address !== frame.board.now.reach) return; // more has been entered meanwhile
  Object.assign(reach, found);
  if (chosen.from && !waysFrom(chosen.company, chosen.from)) chosen = { company: "", from: "", to: "", at: "" };
  else if (chosen.to && !endsFrom(chosen.company, chosen.from).has(chosen.to)) chosen.to = "";
  if (chosen.at && !reach.places.start?.includes(chosen.at)) chosen.at = "";
  refused = "";
  show();
};

if (frame) {
  const begun = async () => {
    await learn();
    dress();
  };
  frame.addEventListener("board:tap", (event) => tap(event.detail.place));
  frame.addEventListener("board:clear", clear);
  frame.addEventListener("board:now", learn);
  frame.addEventListener("board:ready", begun);
  if (frame.board?.svg) begun();
  document.addEventListener("toggle", (event) => {
    if (frame.board?.svg && event.target.matches?.("#slip details.entry")) show();
  }, true);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (frame.board?.svg && (event.target.id === "slip" || event.detail.target?.id === "slip")) dress();
  });
}
