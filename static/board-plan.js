// Entering by tapping where the server works out what the taps come to: each tap is sent with those
// before it and with what the open form holds; the answer fills the form in, marks the board, says
// what it comes to, and offers what there is to choose from. The forms work without it.

const frame = document.getElementById("board-frame");
const { slip, formOf, held, fill, open, ask, opened } = globalThis.slipForms;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
let taps = [];
let shown = { marks: [], routes: [], tiles: [] };
let asked = 0;
let planned = 0; // the entry that the taps were planned for

const kindOf = (form) => form?.elements.kind?.value ?? "";
const typedIn = (form) => [...new FormData(form)].filter(([name, value]) => name.startsWith("f-") && value !== "");
const show = ({ marks, routes, tiles } = shown) => frame.board.mark(marks.map(([key, look, said]) => [key, look === "longest" ? "legal longest" : look, said]), routes, tiles);

// --- What is said and offered stands in the form, above its fields -----------------------------------
const boxOf = (form) => {
  const found = form.querySelector(".plan");
  if (found) return found;
  const box = Object.assign(document.createElement("div"), { className: "plan" });
  box.append(Object.assign(document.createElement("p"), { className: "tap-hint" }), Object.assign(document.createElement("div"), { className: "offers row" }));
  // A move that is held is confirmed first: other ways to go on stand below its button.
  if (form.matches("[data-held]")) form.append(box);
  else form.prepend(box);
  return box;
};
const tell = (form, answer) => {
  const text = answer.refused?.message || answer.said;
  if (text) frame.board.caption(text);
  if (!form) return;
  const box = boxOf(form);
  box.firstChild.textContent = text;
  const button = (label, act, tile) => {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: label });
    if (tile) {
      made.classList.add("pictured");
      made.prepend(frame.board.picture(tile));
    }
    made.addEventListener("click", act);
    return made;
  };
  const buttons = answer.offers.map((offer) => button(offer.label, () => {
    if (offer.taps.length) return plan(offer.taps);
    for (const [name, value] of Object.entries(offer.fields)) fill(form, name, value);
    shown = { ...shown, marks: offer.marks.length ? offer.marks : shown.marks, routes: offer.routes.length ? offer.routes : shown.routes };
    show();
    return ask(form);
  }, offer.tile));
  if (taps.length) buttons.push(button(frame.dataset.back, () => (taps.length > 1 ? plan(taps.slice(0, -1)) : clear())));
  box.lastChild.replaceChildren(...buttons);
  reveal(box);
};
// What is offered comes into sight, as far as the board stays there too.
const reveal = (box) => {
  const below = box.getBoundingClientRect().bottom + 8 - window.innerHeight;
  const room = frame.getBoundingClientRect().top;
  if (below > 0 && room > 0) window.scrollBy({ top: Math.min(below, room), behavior: calm.matches ? "auto" : "smooth" });
};

// A move that is held for its confirmation, and is not whole any more: back to the form it came from.
const letGo = (form) => form.querySelector('[name="step"][value="back"]')?.click();

// --- Asking --------------------------------------------------------------------------------------------
const plan = async (wanted, form = opened(), typed = wanted.length > 0) => {
  const address = frame.board.now.plan;
  taps = wanted;
  planned = frame.board.now.head;
  if (!address) return show((shown = { marks: [], routes: [], tiles: [] }));
  const turn = (asked += 1);
  const query = new URLSearchParams([["form", kindOf(form)], ["taps", wanted.join(";")], ...(form && typed ? typedIn(form) : [])]);
  let answer;
  try {
    const found = await fetch(`${address}&${query}`, { credentials: "same-origin" });
    if (!found.ok) return;
    answer = await found.json();
  } catch {
    return; // without the network the forms are typed into, and wait in the queue
  }
  if (turn !== asked) return;
  taps = answer.taps;
  shown = answer;
  const chosen = (answer.form && formOf(answer.form)) || form;
  if (chosen && answer.form) {
    if (typed) open(chosen);
    for (const [name, value] of Object.entries(answer.fields)) fill(chosen, name, value);
  }
  show();
  if (typed || answer.offers.length) tell(chosen, answer);
  if (answer.ask && chosen) ask(chosen);
  else if (chosen?.matches("[data-held]") && !answer.refused) letGo(chosen);
};
const tap = (place) => {
  const waiting = held();
  if (waiting && !taps.length) return frame.board.caption(frame.dataset.waiting);
  frame.board.caption(frame.board.describe(place));
  plan([...taps, place], waiting ?? opened());
};
const clear = () => {
  const box = slip()?.querySelector(".plan");
  for (const name of Object.keys(shown.fields ?? {})) {
    const field = box?.closest("form").elements[`f-${name}`];
    if (field?.matches?.("textarea, input[type='text']")) fill(box.closest("form"), name, "");
  }
  box?.remove();
  frame.board.caption("");
  plan([]);
};

if (frame) {
  frame.addEventListener("board:tap", (event) => tap(event.detail.place));
  frame.addEventListener("board:clear", clear);
  // What others said meanwhile leaves the taps as they are; what was entered makes them void.
  frame.addEventListener("board:now", () => {
    const same = frame.board.now.head === planned;
    if (!same) frame.board.caption("");
    plan(same ? taps : []);
  });
  frame.addEventListener("board:ready", () => plan([]));
  if (frame.board?.svg) plan([]);
  document.addEventListener("toggle", (event) => {
    if (frame.board?.svg && event.target.matches?.("#slip details.entry") && event.target.open && !taps.length) plan([]);
  }, true);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!frame.board?.svg || event.detail.target?.id !== "slip") return;
    const waiting = held();
    if (waiting && (formOf(shown.form) !== waiting || !taps.length)) return;
    if (waiting) return tell(waiting, shown);
    show();
    if (taps.length && shown.offers?.length) tell(formOf(shown.form), shown);
  });
  // What is chosen or typed in the form is planned with: a card's cities, say, are marked at once.
  document.addEventListener("change", (event) => {
    const form = frame.board?.svg && event.target.closest?.("#slip details.entry form[data-kind]");
    if (form && event.target.name?.startsWith("f-")) plan(taps, form, true);
  });
}
