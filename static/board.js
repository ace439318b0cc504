// The board: a picture that can be moved, enlarged, walked through by keys, and tapped. It knows no
// rules: it shows the places, pieces and marks it is given, and says which place was tapped. Places
// that are many are listed only: a node to focus is made of one when a key or finger comes to it.
//
// A line that has a key is tapped, marked and spoken of as a place is. On #board-frame it sends
// `board:ready`, `board:now`, `board:tap` {place} and `board:clear`; others mark places through
// `frame.board`.

const SVG = "http://www.w3.org/2000/svg";
const MOST = 9;
const FAR = 0.5; // pixels a unit; below it figures could not be read
const NEARER = [0.26, 0.42, 0.75]; // from which words of rank 2, 3 and 4 are shown
const PRESS = 450;
const SLIP = 7;
const REST = 130;

const frame = document.getElementById("board-frame");
const captionBox = document.getElementById("board-caption");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

const element = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
const readNow = () => {
  const text = document.getElementById("board-now")?.textContent;
  return text ? JSON.parse(text) : { pieces: [], strokes: [], tiles: [], owners: {}, reach: "", plan: "", picture: "", head: 0 };
};

class Board {
  constructor() {
    this.places = new Map();
    this.marks = new Map();
    this.here = new Map();
    this.view = { k: 1, x: 0, y: 0 };
    this.drawnAs = this.view;
    this.now = readNow();
    this.focused = null;
    this.drawn = "";
    this.pending = 0;
  }

  // --- The picture -----------------------------------------------------------------------------
  async load(address) {
    if (!address || address === this.drawn) return;
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    this.drawn = address;
    this.svg = document.importNode(page.documentElement, true);
    this.sheet = Object.assign(document.createElement("div"), { className: "board-sheet" });
    this.sheet.append(this.svg);
    frame.replaceChildren(this.sheet);
    frame.hidden = false;
    this.box = this.svg.viewBox.baseVal;
    this.reach = Number(this.svg.dataset.reach);
    this.layer = this.svg.querySelector(".view");
    this.layers = Object.fromEntries(["strokes", "tiles", "marks", "pieces"].map((name) => [name, this.svg.querySelector(`.${name}`)]));
    const list = this.svg.querySelector(".places");
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", frame.dataset.label);
    this.places.clear();
    for (const node of list.children) {
      const [x, y] = node.dataset.at.split(",").map(Number);
      this.places.set(node.dataset.key, { node, css: node.getAttribute("class"), x, y, name: node.dataset.name, spoken: node.getAttribute("aria-label"), points: node.querySelector("polyline")?.getAttribute("points") });
    }
    this.list = list;
    this.readIndex();
    frame.classList.toggle("dotted", this.dotted);
    const first = this.places.has(this.focused) ? this.focused : this.places.keys().next().value;
    if (first) this.rove(first);
    this.measure();
    this.rest();
    this.drawPieces(false);
    this.drawMarks();
  }

  readIndex() {
    const lines = (this.svg.querySelector(".index")?.textContent ?? "").split("\n").filter(Boolean);
    this.dotted = lines.length > 0;
    for (const line of lines) {
      const [css, radius, name, spoken, places] = line.split("\t");
      for (const each of places.split(" ")) {
        const [key, x, y] = each.split(",");
        this.places.set(key, { node: null, css, x: Number(x), y: Number(y), r: Number(radius), name: name.replaceAll("{key}", key), spoken: spoken.replaceAll("{key}", key) });
      }
    }
  }

  nodeOf(key) {
    const place = this.places.get(key);
    if (place.node) return place.node;
    const { css, x, y, r, name } = place;
    place.node = element("g", { class: `place ${css}`, role: "option", tabindex: "-1", "aria-setsize": this.places.size, "aria-posinset": [...this.places.keys()].indexOf(key) + 1 });
    Object.assign(place.node.dataset, { key, name, at: `${x},${y}` });
    place.node.append(element("circle", { cx: x, cy: y, r }));
    this.list.append(place.node);
    this.speakOf(key, place);
    return place.node;
  }

  measure() {
    const { width, height } = frame.getBoundingClientRect();
    if (!width || !this.box) return;
    this.unit = Math.min(width / this.box.width, height / this.box.height);
    const wide = width / this.unit;
    const high = height / this.unit;
    this.seen = { x: (this.box.width - wide) / 2, y: (this.box.height - high) / 2, w: wide, h: high };
  }

  // --- Moving and enlarging ----------------------------------------------------------------------
  set(k, x, y) {
    const kept = Math.min(MOST, Math.max(1, k));
    const keep = (at, size, from, room) => {
      const whole = size * kept;
      if (whole <= room) return from + (room - whole) / 2;
      return Math.min(from, Math.max(from + room - whole, at));
    };
    this.view = {
      k: kept,
      x: keep(x, this.box.width, this.seen.x, this.seen.w),
      y: keep(y, this.box.height, this.seen.y, this.seen.h),
    };
    if (!this.pending) this.pending = requestAnimationFrame(() => this.apply());
  }

  // While something moves, the drawn picture is moved as a whole, which costs next to nothing; once it
  // rests it is drawn anew, sharp and with the texts that fit its size.
  apply() {
    this.pending = 0;
    const { k, x, y } = this.view;
    const { drawnAs: from, seen, unit } = this;
    const scale = k / from.k;
    const dx = unit * (scale * (seen.x - from.x) + x - seen.x);
    const dy = unit * (scale * (seen.y - from.y) + y - seen.y);
    this.sheet.style.transform = `translate(${dx.toFixed(2)}px, ${dy.toFixed(2)}px) scale(${scale.toFixed(5)})`;
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => { if (!this.held) this.rest(); }, REST);
  }

  rest() {
    const { k, x, y } = this.view;
    this.drawnAs = { k, x, y };
    this.layer.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(4)})`);
    this.sheet.style.transform = "none";
    frame.classList.toggle("far", this.unit * k < FAR);
    NEARER.forEach((least, index) => frame.classList.toggle(`near-${index + 2}`, this.unit * k >= least));
    frame.style.setProperty("--pixel", `${(1 / (this.unit * k)).toFixed(3)}px`);
    frame.style.setProperty("--grow", Math.max(1, 0.8 / (this.unit * k)).toFixed(2));
    frame.classList.toggle("whole", k <= 1.001);
  }

  at(clientX, clientY) {
    const { left, top } = frame.getBoundingClientRect();
    return [(clientX - left) / this.unit + this.seen.x, (clientY - top) / this.unit + this.seen.y];
  }

  zoom(factor, clientX, clientY) {
    const box = frame.getBoundingClientRect();
    const [cx, cy] = this.at(clientX ?? box.left + box.width / 2, clientY ?? box.top + box.height / 2);
    const k = Math.min(MOST, Math.max(1, this.view.k * factor));
    const ratio = k / this.view.k;
    this.set(k, cx - (cx - this.view.x) * ratio, cy - (cy - this.view.y) * ratio);
  }

  glide(k, x, y) {
    if (calm.matches) return this.set(k, x, y);
    const from = { ...this.view };
    const start = performance.now();
    const step = (time) => {
      const part = Math.min(1, (time - start) / 170);
      const eased = 1 - (1 - part) ** 3;
      this.set(from.k + (k - from.k) * eased, from.x + (x - from.x) * eased, from.y + (y - from.y) * eased);
      if (part < 1 && !this.held) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  fit() {
    this.glide(1, 0, 0);
  }

  // Enlarges what lies around a point until a finger can tell its places apart.
  closer(clientX, clientY) {
    const [cx, cy] = this.at(clientX, clientY);
    const { k, x, y } = this.view;
    const wanted = Math.min(MOST, 26 / (this.reach * 2 * this.unit));
    this.glide(wanted, cx - ((cx - x) * wanted) / k, cy - ((cy - y) * wanted) / k);
  }

  // Shows these places as large as they fit, but never smaller than a finger needs.
  show(keys) {
    const found = keys.map((key) => this.places.get(key)).filter(Boolean);
    if (!found.length || !this.unit) return;
    const margin = this.reach * 1.6;
    const xs = found.map((place) => place.x);
    const ys = found.map((place) => place.y);
    const left = Math.min(...xs) - margin;
    const top = Math.min(...ys) - margin;
    const wide = Math.max(...xs) + margin - left;
    const high = Math.max(...ys) + margin - top;
    const finger = 44 / (this.reach * 1.75 * this.unit);
    const k = Math.min(MOST, Math.max(1, finger, Math.min(this.seen.w / wide, this.seen.h / high, finger * 1.3)));
    this.glide(k, this.seen.x + this.seen.w / 2 - (left + wide / 2) * k, this.seen.y + this.seen.h / 2 - (top + high / 2) * k);
  }

  reveal(place) {
    const { k, x, y } = this.view;
    const margin = this.reach * k * 1.2;
    const px = place.x * k + x;
    const py = place.y * k + y;
    const { seen } = this;
    const dx = Math.max(0, seen.x + margin - px) - Math.max(0, px - (seen.x + seen.w - margin));
    const dy = Math.max(0, seen.y + margin - py) - Math.max(0, py - (seen.y + seen.h - margin));
    if (dx || dy) this.set(k, x + dx, y + dy);
  }

  // --- Pieces and marks ----------------------------------------------------------------------------
  drawPieces(fresh) {
    const known = new Set([...this.layers.pieces.children].map((node) => node.dataset.piece));
    const { pieces, owners } = this.now;
    this.here.clear();
    this.drawTrack();
    this.layers.pieces.replaceChildren(
      ...pieces.map(([key, owner, dx, dy, alone, own, said, tag]) => {
        const place = this.places.get(key);
        if (!place) return "";
        const [first, pattern, name, colour, round] = owners[owner];
        const letter = own || first;
        this.here.set(key, [...(this.here.get(key) ?? []), said || name]);
        const id = `${owner}${own}@${key}`;
        const group = element("g", { class: `piece${colour ? ` c-${colour}` : ""}${alone ? " alone" : ""}${"marked" in (place.node?.dataset ?? {}) ? " marked" : ""}`, transform: `translate(${place.x + (this.dotted ? 0 : dx)} ${place.y + (this.dotted ? 0 : dy)})` });
        group.dataset.piece = id;
        if (fresh && !known.has(id)) group.classList.add("new");
        const block = { x: -10, y: -10, width: 20, height: 20, rx: round ? 10 : 3 };
        const inner = element("g", {});
        const held = this.dotted ? element("g", { transform: `translate(${dx} ${dy})` }) : inner;
        if (held !== inner) inner.append(held);
        held.append(element("rect", { ...block, class: "block" }));
        if (pattern) {
          held.append(element("rect", { ...block, class: "hatch", fill: `url(#hatch-${pattern})` }));
          const wide = letter.length > 1 ? 16 : 12;
          held.append(element("rect", { x: -wide / 2, y: -6, width: wide, height: 12, rx: 2, class: "ground" }));
        }
        const text = element("text", { y: 4.3 });
        text.textContent = letter;
        held.append(text);
        if (tag) {
          const word = element("text", { class: "tag", y: 22 });
          word.textContent = tag;
          held.append(word);
        }
        group.append(inner);
        return group;
      }),
    );
    this.speak();
  }

  // Track in its owner's colour and dashes, over a ground that parts it from the map; tiles in their turn.
  drawTrack() {
    const { strokes, tiles, owners } = this.now;
    this.layers.strokes.replaceChildren(
      ...strokes.flatMap(([owner, pattern, kind, d]) => [
        element("path", { class: `stroke-ground ${kind}`, d }),
        element("path", { class: `stroke ${kind} dash-${pattern}${this.coloured(owner)}`, d }),
      ]),
    );
    for (const [key, , , owner, , , said] of tiles) {
      const words = [said, owner ? owners[owner][2] : ""].filter(Boolean).join(", ");
      if (words) this.here.set(key, [...(this.here.get(key) ?? []), words]);
    }
    this.drawTiles();
  }

  // What lies there, and over it what is only thought of.
  drawTiles() {
    const drawn = [];
    for (const tile of [...this.now.tiles, ...(this.wished ?? [])]) {
      const place = this.places.get(tile[0]);
      if (place) drawn.push(this.tile(tile, place));
    }
    this.layers.tiles.replaceChildren(...drawn);
  }

  coloured(owner) {
    const colour = this.now.owners[owner]?.[3];
    return colour ? ` c-${colour}` : "";
  }

  tile([, symbol, turn, owner, pattern, text, , css, dx = 0, dy = 0], { x, y }) {
    const group = element("g", { class: `tile${owner ? ` owned dash-${pattern}` : ""}${this.coloured(owner)} ${css}`, transform: `translate(${x + dx} ${y + dy})` });
    group.append(element("use", { href: `#symbol-${symbol}`, transform: `rotate(${90 * turn})` }));
    if (text) {
      const words = element("text", { class: "tile-text", dy: "0.35em" });
      words.textContent = text;
      group.append(words);
    }
    return group;
  }

  // A tile by itself, such as on a button.
  picture(tile) {
    const size = this.reach * 1.5;
    const made = element("svg", { class: "map tile-picture", viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, "aria-hidden": "true" });
    made.append(this.tile(tile, { x: 0, y: 0 }));
    return made;
  }

  // Marks are [place, class names, what to say of it]; a route is a list of places, or several such;
  // tiles are those that would lie there.
  mark(marks, route = [], tiles = []) {
    const changed = tiles.length || this.wished?.length;
    this.wished = tiles;
    this.marks = new Map();
    for (const [key, css, said] of marks) {
      const old = this.marks.get(key);
      this.marks.set(key, { css: old ? `${old.css} ${css}` : css, said: old?.said ? `${old.said}, ${said}` : said });
    }
    this.route = route;
    if (!this.layer) return;
    if (changed) this.drawTiles();
    this.drawMarks();
  }

  drawMarks() {
    const found = [];
    const routes = Array.isArray(this.route?.[0]) ? this.route : [this.route ?? []];
    for (const [key, { css }] of this.marks) {
      const place = this.places.get(key);
      if (!place) continue;
      found.push(this.outline(place, css));
      if (css.includes("longest") && !place.points) found.push(element("circle", { class: "dot", cx: place.x, cy: place.y + 1, r: 5 }));
    }
    for (const route of routes) {
      const line = route.map((key) => this.places.get(key)).filter(Boolean);
      if (line.length > 1) found.push(element("polyline", { class: "route", points: line.map(({ x, y }) => `${x},${y + 1}`).join(" ") }));
    }
    this.layers.marks.replaceChildren(...found);
    this.speak();
  }

  outline(place, css) {
    if (place.points) return element("polyline", { class: css, points: place.points });
    const corners = place.node?.querySelector("polygon")?.getAttribute("points");
    if (!corners) return element("circle", { class: css, cx: place.x, cy: place.y, r: (place.r ?? Number(place.node.querySelector("circle").getAttribute("r"))) + 3 });
    const inset = (text) => {
      const [x, y] = text.split(",").map(Number);
      return `${(place.x + (x - place.x) * 0.91).toFixed(1)},${(place.y + (y - place.y) * 0.91).toFixed(1)}`;
    };
    return element("polygon", { class: css, points: corners.split(" ").map(inset).join(" ") });
  }

  describe(key) {
    const place = this.places.get(key);
    const here = this.here.get(key);
    const said = this.marks.get(key)?.said;
    return place.spoken + (here ? `, ${here.join(" and ")} here` : "") + (said ? `, ${said}` : "");
  }

  speak() {
    for (const [key, place] of this.places) if (place.node) this.speakOf(key, place);
  }

  speakOf(key, place) {
    const label = this.describe(key);
    if (label !== place.label) place.node.setAttribute("aria-label", (place.label = label));
    const chosen = String(/chosen|from/.test(this.marks.get(key)?.css ?? ""));
    if (place.chosen !== chosen) place.node.setAttribute("aria-selected", (place.chosen = chosen));
  }

  caption(text) {
    if (captionBox && captionBox.textContent !== text) captionBox.textContent = text || "\u00a0";
  }

  // --- Keys: one tab stop, arrows between neighbours ---------------------------------------------
  rove(key) {
    this.places.get(this.focused)?.node?.setAttribute("tabindex", "-1");
    this.focused = key;
    this.nodeOf(key).setAttribute("tabindex", "0");
  }

  step(dx, dy) {
    const from = this.places.get(this.focused);
    let best = null;
    let least = Infinity;
    for (const [key, place] of this.places) {
      const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
      const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
      if (along < 1 || aside > along * 1.2) continue;
      // Of two that are as near, the western one: the way back then leads back.
      const cost = along + aside * 1.6 + (place.x - from.x) * 0.001;
      if (cost < least) [best, least] = [key, cost];
    }
    if (!best) return;
    this.rove(best);
    const place = this.places.get(best);
    this.reveal(place);
    this.nodeOf(best).focus({ preventScroll: true });
  }

  tap(key) {
    frame.dispatchEvent(new CustomEvent("board:tap", { detail: { place: key }, bubbles: true }));
  }

  // A finger is wider than a small place: the nearest marked one is meant, or else the nearest at all.
  meant(key, clientX, clientY) {
    if (this.dotted) return this.dotAt(clientX, clientY);
    if (key && (this.marks.has(key) || this.reach * 1.75 * this.unit * this.view.k >= 34)) return key;
    const [cx, cy] = this.at(clientX, clientY);
    const nearest = (keys) => {
      let best = null;
      let least = 22 / this.unit;
      for (const one of keys) {
        const place = this.places.get(one);
        if (!place) continue;
        const away = Math.hypot(place.x * this.view.k + this.view.x - cx, place.y * this.view.k + this.view.y - cy);
        if (away < least) [best, least] = [one, away];
      }
      return best;
    };
    return nearest(this.marks.keys()) ?? key ?? nearest(this.places.keys());
  }

  // Of many small places the nearest is meant, one that is marked sooner; from afar only a city can be.
  dotAt(clientX, clientY) {
    const [cx, cy] = this.at(clientX, clientY);
    const { k, x, y } = this.view;
    const [px, py] = [(cx - x) / k, (cy - y) / k];
    const far = this.isFar();
    let best = null;
    let least = 22 / (this.unit * k);
    for (const [key, place] of this.places) {
      if (far && !place.css.includes("city")) continue;
      if (this.only && /\bline\b/.test(place.css) !== (this.only === "line")) continue;
      const away = Math.hypot(place.x - px, place.y - py) * (!far && this.marks.has(key) ? 0.75 : 1);
      if (away < least) [best, least] = [key, away];
    }
    return best;
  }

  isFar() {
    return this.dotted && this.reach * 2 * this.unit * this.view.k < 15;
  }
}

const gestures = (board) => {
  const fingers = new Map();
  let moved = false;
  let pressed = 0;
  let under = null;
  const release = () => window.clearTimeout(pressed);
  const keyOf = ({ target, clientX, clientY }) => (board.dotted ? board.dotAt(clientX, clientY) : (target.closest?.(".place")?.dataset.key ?? null));

  frame.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1) {
      moved = false;
      under = keyOf(event);
      pressed = window.setTimeout(() => {
        if (moved || !under) return;
        moved = true; // a long press only shows what stands there
        board.caption(board.describe(under));
      }, PRESS);
    } else {
      moved = true;
      release();
    }
    board.held = true;
  });
  frame.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) {
      const key = event.pointerType === "mouse" && keyOf(event);
      if (key && key !== board.hovered) board.caption(board.describe((board.hovered = key)));
      return;
    }
    const far = Math.hypot(event.clientX - before[0], event.clientY - before[1]);
    if (!moved && far < SLIP) return;
    if (!moved) {
      moved = true;
      release();
      frame.setPointerCapture(event.pointerId);
    }
    const { k, x, y } = board.view;
    if (fingers.size === 1) board.set(k, x + (event.clientX - before[0]) / board.unit, y + (event.clientY - before[1]) / board.unit);
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const span = Math.hypot(before[0] - other[0], before[1] - other[1]) || 1;
      const now = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
      board.zoom(now / span, (event.clientX + other[0]) / 2, (event.clientY + other[1]) / 2);
    }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  const lift = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    release();
    if (fingers.size) return;
    board.held = false;
    if (moved) board.rest();
    if (moved || event.type !== "pointerup") return;
    const key = board.meant(under, event.clientX, event.clientY);
    if (!key) {
      if (board.isFar()) board.closer(event.clientX, event.clientY);
      return;
    }
    board.rove(key);
    board.tap(key);
  };
  frame.addEventListener("pointerup", lift);
  frame.addEventListener("pointercancel", lift);
  frame.addEventListener("pointerleave", () => { board.hovered = null; });
  frame.addEventListener("contextmenu", (event) => { if (fingers.size) event.preventDefault(); });
  frame.addEventListener("wheel", (event) => {
    if (event.deltaY > 0 && board.view.k <= 1) return; // the page goes on
    event.preventDefault();
    board.zoom(Math.exp(-event.deltaY * 0.0016), event.clientX, event.clientY);
  }, { passive: false });
};

const keys = (board) => {
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (arrows[event.key]) board.step(...arrows[event.key]);
    else if (event.key === "Enter" || event.key === " ") board.tap(board.focused);
    else if (event.key === "Escape") frame.dispatchEvent(new CustomEvent("board:clear", { bubbles: true }));
    else if (event.key === "Home") board.fit();
    else if (event.key === "+" || event.key === "=") board.zoom(1.5);
    else if (event.key === "-") board.zoom(1 / 1.5);
    else return;
    event.preventDefault();
  });
  frame.addEventListener("focusin", (event) => {
    const key = event.target.closest(".place")?.dataset.key;
    if (!key) return;
    board.rove(key);
    if (!event.target.matches(":focus-visible")) return;
    board.caption(board.describe(key));
    board.reveal(board.places.get(key));
  });
};

const tools = (board) => {
  const box = document.querySelector(".board-tools");
  const acts = { in: () => board.zoom(1.6), out: () => board.zoom(1 / 1.6), fit: () => board.fit() };
  box.hidden = false;
  box.addEventListener("click", (event) => acts[event.target.closest("[data-board]")?.dataset.board]?.());
  for (const layer of document.querySelectorAll("input[data-layer]")) {
    const change = () => frame.classList.toggle(`show-${layer.dataset.layer}`, layer.checked);
    layer.addEventListener("change", change);
    layer.closest("[hidden]")?.removeAttribute("hidden");
    change();
  }
};

const start = async () => {
  const board = new Board();
  frame.board = board;
  await board.load(frame.dataset.picture);
  if (!board.svg) return;
  gestures(board);
  keys(board);
  tools(board);
  new ResizeObserver(() => {
    board.measure();
    board.set(board.view.k, board.view.x, board.view.y);
    board.rest();
  }).observe(frame);
  // Only what stands on the board is sent after an entry; the picture stays unless more was charted.
  document.addEventListener("htmx:oobAfterSwap", async (event) => {
    if (event.detail.target.id !== "board-now") return;
    board.now = readNow();
    await board.load(board.now.picture);
    board.drawPieces(true);
    frame.dispatchEvent(new CustomEvent("board:now", { bubbles: true }));
  });
  frame.dispatchEvent(new CustomEvent("board:ready", { bubbles: true }));
};

if (frame) start();
