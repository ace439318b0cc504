// The chart editor's script: painting by taps, saved at once; figures typed along a row without the
// mouse. Everything it does can also be done by the page's plain forms.

const frame = document.getElementById("board-frame");
const what = document.getElementById("brush-what");
const reach = document.getElementById("brush-reach");
const from = document.getElementById("brush-place");
const hint = document.getElementById("brush-hint");
const pending = document.getElementById("pending");
const count = document.getElementById("pending-count");
const back = document.getElementById("stroke-back");
const rowForm = document.getElementById("row-form");
const words = document.getElementById("edit-words").content;
const word = (name, facts = {}) => words.querySelector(`[data-word="${name}"]`).textContent.replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);

// A browser may forbid keeping anything: then the brush is chosen anew on the next page.
const kept = (name) => {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
};
const keep = (name, value) => {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // nothing is lost but the choice
  }
};

// --- What is painted and not saved yet ---------------------------------------------------------------
const edit = new Map(Object.entries(JSON.parse(pending.elements.changes.value || "{}")));
const before = []; // one map of old entries for each stroke, to take it back
let typed = false;
let leaving = false;

const painted = (number) => (number === 1 ? word("one") : word("many", { n: number }));
const listed = (sets) => Object.entries(sets).map(([name, value]) => `${name.replaceAll("_", " ")} ${value || word("none")}`).join(", ");
const said = (sets) => (sets === null ? word("off") : word("set", { figures: listed(sets) || word("new") }));
const show = () => {
  const places = [...edit.keys()].filter(Boolean);
  pending.elements.changes.value = edit.size ? JSON.stringify(Object.fromEntries(edit)) : "";
  pending.hidden = !edit.size;
  back.hidden = !before.length;
  count.textContent = places.length ? painted(places.length) : word("some");
  frame?.board?.mark(marks(), routes());
};
// What is joined and not saved yet lies on no picture: it is shown as a way between its two ends.
const routes = () => [...edit.keys()].map((key) => key.split("#")[0].split("-")).filter((ends) => ends.length === 2 && ends.every((end) => frame.board.places.has(end)));
const marks = () => [
  ...[...edit].filter(([place]) => place).map(([place, sets]) => [place, sets === null ? "refused" : "chosen", said(sets)]),
  ...(document.activeElement?.closest(".hex-cell") ? [[document.activeElement.closest(".hex-cell").dataset.place, "from", word("typed")]] : []),
];

// --- The brush: as far as it reaches from the place that is tapped, as they lie on the picture ---------
const covers = {
  hex: () => false,
  row: (east, south) => south === 0,
  row_west: (east, south) => south === 0 && east <= 0,
  row_east: (east, south) => south === 0 && east >= 0,
  west: (east) => east <= 0,
  east: (east) => east >= 0,
  all: () => true,
};
const reached = (start) => {
  const from = frame.board.places.get(start);
  const found = [start];
  if (!from) return found;
  for (const [key, { x, y, css }] of frame.board.places) {
    if (/\bspare\b/.test(css) || key === start) continue;
    if (covers[reach.value](Math.round(x - from.x), Math.round((y - from.y) / (frame.board.reach / 2)))) found.push(key);
  }
  return found;
};
const paint = (start) => {
  const sets = JSON.parse(what.selectedOptions[0].dataset.sets);
  const { on } = what.selectedOptions[0].dataset;
  const stroke = new Map();
  for (const place of reached(start)) {
    const isSpare = /\bspare\b/.test(frame.board.places.get(place)?.css ?? "");
    if (sets === null && isSpare) continue;
    if (on && /\bline\b/.test(frame.board.places.get(place)?.css ?? "") !== (on === "line")) continue;
    stroke.set(place, edit.get(place));
    const old = edit.get(place);
    if (sets === null) edit.set(place, null);
    else edit.set(place, { ...(old ?? {}), ...sets });
  }
  before.push(stroke);
  show();
  frame.board.caption(`${stroke.size === 1 ? word("place") : word("places", { n: stroke.size })}: ${what.selectedOptions[0].textContent}. ${frame.board.describe(start)}`);
};
const takeBack = () => {
  const stroke = before.pop();
  if (!stroke) return;
  for (const [place, old] of stroke) {
    if (old === undefined) edit.delete(place);
    else edit.set(place, old);
  }
  show();
};

// A tap with no brush shows the place: in its row if that is on the page, else on a page of its own.
const look = (place) => {
  from.value = place;
  const input = document.querySelector(`.hex-cell[data-place="${place}"] input`);
  if (input) return input.focus();
  if (/\bspare\b/.test(frame.board.places.get(place).css)) return frame.board.caption(word("spare", { place }));
  if (edit.size || typed) return frame.board.caption(`${frame.board.describe(place)}. ${word("stay")}`);
  leaving = true;
  window.location.assign(`?hex=${encodeURIComponent(place)}#hex`);
};

// Two places tapped one after the other are joined, by one line more if there are some already.
let first = "";
const join = (place) => {
  const place2 = frame.board.places.get(place);
  if (/\b(line|spare)\b/.test(place2.css)) return frame.board.caption(frame.board.describe(place));
  if (!first || first === place) {
    first = first ? "" : place;
    frame.board.mark([...marks(), ...(first ? [[first, "from", word("typed")]] : [])], routes());
    return frame.board.caption(frame.board.describe(place));
  }
  const name = [first, place].sort().join("-");
  const taken = (key) => frame.board.places.has(key) || edit.get(key);
  const key = [name, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${name}#${number}`)].find((one) => !taken(one));
  if (!key) return;
  before.push(new Map([[key, edit.get(key)]]));
  edit.set(key, {});
  first = "";
  show();
  frame.board.caption(`${key}: ${word("new")}`);
};

if (frame) {
  frame.addEventListener("board:ready", () => {
    frame.board.only = what.selectedOptions[0]?.dataset.on ?? "";
    show();
  });
  if (frame.board?.svg) show();
  frame.addEventListener("board:tap", (event) => {
    from.value = event.detail.place;
    if (what.value === "join") join(event.detail.place);
    else if (what.value) paint(event.detail.place);
    else look(event.detail.place);
  });
  frame.addEventListener("board:clear", takeBack);
  back.addEventListener("click", takeBack);
  what.value = kept("brush") ?? "";
  if (!what.selectedOptions.length) what.value = "";
  const told = () => {
    keep("brush", what.value);
    if (frame.board) frame.board.only = what.selectedOptions[0]?.dataset.on ?? "";
    hint.textContent = word(what.value ? "paint" : "nothing");
    frame.classList.toggle("painting", Boolean(what.value));
  };
  what.addEventListener("change", told);
  told();
  // Without leaving the page: what is painted by name waits with what was tapped.
  document.getElementById("brush").addEventListener("submit", (event) => {
    const place = from.value.trim().replaceAll("−", "-").replaceAll(" ", "");
    if (!what.value || !frame.board?.places.has(place)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    paint(place);
  }, true);
  const drop = document.getElementById("drop");
  drop.addEventListener("click", (event) => {
    if (document.querySelector("[role='alert']")) return; // the server's answer goes with it
    event.preventDefault();
    edit.clear();
    before.length = 0;
    show();
  });
}

// --- Figures along a row: Enter or a blank goes on, the last leads to the next row ----------------------
if (rowForm) {
  const inputs = [...rowForm.querySelectorAll(".hex-cell input")];
  rowForm.addEventListener("keydown", (event) => {
    const index = inputs.indexOf(event.target);
    if (index < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { Enter: event.shiftKey ? -1 : 1, " ": 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = inputs[index + step];
    if (next) next.focus();
    else if (step > 0) (rowForm.querySelector("[name='then']") ?? rowForm.querySelector("[type='submit']")).focus();
  });
  rowForm.addEventListener("focusin", (event) => {
    if (!inputs.includes(event.target)) return;
    event.target.select();
    const { place } = event.target.closest(".hex-cell").dataset;
    if (!frame?.board?.svg) return;
    show();
    const shown = frame.board.places.get(place);
    if (shown) frame.board.reveal(shown);
    frame.board.caption(frame.board.describe(place));
  });
  rowForm.addEventListener("input", () => { typed = true; });
}
document.getElementById("hex-form")?.addEventListener("input", () => { typed = true; });

// --- Nothing that is not saved is lost by a slip ------------------------------------------------------------
document.addEventListener("submit", () => { leaving = true; });
window.addEventListener("beforeunload", (event) => {
  if (!leaving && (typed || edit.size)) event.preventDefault();
});
