// What was typed is kept, and what could not be sent waits: a draft for each game and seat, and a queue
// of entries that go out in order when the network is back, each with the key it was made with.
"use strict";

(() => {
  const box = document.getElementById("queue");
  if (!box || !window.htmx) return;
  const { keep } = window;
  const { to, enter, code } = box.dataset;
  const slip = () => document.getElementById("slip");
  const part = (name) => box.querySelector(`[data-part="${name}"]`);
  const word = (name, facts = {}) => {
    const text = part("words").content.querySelector(`[data-word="${name}"]`).textContent;
    return text.replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);
  };
  const say = (text) => {
    const place = document.getElementById("notice");
    place.textContent = text;
    place.hidden = !text;
  };
  // randomUUID is missing where the site is reached over plain HTTP.
  const uuid = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };

  // --- Forms of the slip --------------------------------------------------------------------------
  const valuesOf = (form) => [...new FormData(form)].filter(([name]) => name.startsWith("f-"));
  const formFor = (kind, seat) => [...(slip()?.querySelectorAll("form.entry-form") ?? [])]
    .find((form) => form.elements.kind.value === kind && form.elements.seat.value === seat);
  const fill = (form, values) => {
    for (const field of form.elements) {
      if (!field.name.startsWith("f-")) continue;
      const own = values.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.type === "checkbox" || field.type === "radio") field.checked = own.includes(field.value);
      else if (own.length) {
        const isNew = field.tagName === "SELECT" && ![...field.options].some((one) => one.value === own[0]);
        if (isNew) field.add(new Option(own[0], own[0]));
        [field.value] = own;
      }
      if (field.dataset.prices) field.dataset.own = "";
    }
    const details = form.closest("details");
    if (details) details.open = true;
    form.dispatchEvent(new Event("input", { bubbles: true })); // so that the page knows it is being filled in
  };
  const labelOf = (field) => (field.labels?.[0]?.textContent ?? "").trim();
  const sentence = (form) => {
    const said = form.querySelector("h2[data-focus]")?.textContent.trim();
    if (said) return said;
    const parts = [];
    for (const field of form.elements) {
      if (!field.name.startsWith("f-") || !field.value || field.type === "hidden") continue;
      if (field.type === "radio" || field.type === "checkbox") {
        if (field.checked) parts.push(labelOf(field));
      } else parts.push(`${labelOf(field)}: ${field.selectedOptions?.[0]?.textContent.trim() ?? field.value}`);
    }
    const head = form.closest("details")?.querySelector("summary")?.textContent.trim() ?? form.elements.kind.value;
    return parts.length ? `${head} – ${parts.join(", ")}` : head;
  };

  // --- Drafts: what is being typed, for each seat ------------------------------------------------
  const draftName = (seat) => `rail.draft.${code}.${seat}`;
  const draftOf = (seat) => JSON.parse(keep.get(draftName(seat)) ?? "{}");
  document.addEventListener("input", (event) => {
    const form = event.target.closest("#slip form.entry-form");
    if (!form) return;
    const seat = form.elements.seat.value;
    const kind = form.elements.kind.value;
    keep.set(draftName(seat), JSON.stringify({ ...draftOf(seat), [kind]: valuesOf(form) }));
  });
  const forget = (seat) => {
    keep.remove(draftName(seat));
    slip()?.querySelector(".draft-back")?.remove();
  };
  const bringBack = () => {
    const seat = slip()?.querySelector("form.entry-form")?.elements.seat.value;
    if (seat === undefined) return;
    const found = Object.entries(draftOf(seat)).filter(([kind, values]) => {
      const form = formFor(kind, seat);
      if (form && JSON.stringify(valuesOf(form)) !== JSON.stringify(values)) return !fill(form, values);
      return false;
    });
    if (!found.length) return;
    const told = part("again").content.firstElementChild.cloneNode(true);
    told.classList.add("draft-back");
    slip().prepend(told);
  };

  // --- The queue: each entry under a name of its own, so that two tabs lose nothing of each other's ------
  const start = `rail.wait.${code}.`;
  const all = () => keep.names(start).map((name) => ({ name, ...JSON.parse(keep.get(name) ?? "null") })).filter((one) => one.id);
  const save = ({ name, ...item }) => keep.set(name, JSON.stringify(item));
  const changing = (kind, seat) => all().find((one) => one.state === "changing" && one.kind === kind && one.seat === seat);
  const add = (form) => {
    const { key, kind, seat, seen } = Object.fromEntries(new FormData(form));
    if (all().some((one) => one.id === key)) return;
    const item = { id: key, kind, seat, seen: Number(seen), fields: valuesOf(form), said: sentence(form), state: "" };
    const place = changing(kind, seat);
    const next = Number(all().at(-1)?.name.split(".")[3] ?? 0) + 1;
    save({ name: place?.name ?? `${start}${String(next).padStart(6, "0")}.${key}`, ...item });
    forget(seat);
    show();
  };

  const show = () => {
    const items = all();
    const stopped = items.find((one) => one.state);
    const head = document.getElementById("queue-head");
    const said = items.length === 1 ? word("one") : word("many", { n: items.length });
    const text = stopped?.state === "stopped" ? word("stopped") : said;
    if (head.textContent !== text) head.textContent = text;
    head.hidden = !items.length;
    box.querySelector(".queue-list").replaceChildren(...items.map(line));
    part("all").hidden = items.length < 2;
    box.hidden = !items.length && part("done").hidden;
    if (items.length && !keep.lasts()) head.textContent = `${text} ${word("short")}`;
  };
  const line = (item) => {
    const row = part("item").content.firstElementChild.cloneNode(true);
    row.dataset.name = item.name;
    row.querySelector("span").textContent = item.said;
    if (item.state === "changing") row.append(paragraph(word("changing"), "soft"));
    if (item.state === "stopped") row.append(why(item));
    return row;
  };
  const paragraph = (textContent, className = "") => Object.assign(document.createElement("p"), { className, textContent });
  const ways = () => part("ways").content.firstElementChild.cloneNode(true);
  const why = ({ told }) => {
    const found = part("why").content.cloneNode(true);
    const message = found.querySelector("p");
    const isStranger = told.code === "not_in_game";
    message.textContent = isStranger ? word("unknown") : told.message;
    if (isStranger) message.after(ways());
    if (told.rule_url) message.append(" ", Object.assign(document.createElement("a"), { className: "rule", href: told.rule_url, textContent: told.rule }));
    const list = found.querySelector("ul");
    list.hidden = !told.events?.length;
    list.append(...(told.events ?? []).slice(-8).map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    found.querySelector('[data-queue="again"]').textContent = told.code === "stale" ? word("same") : word("again");
    return found;
  };

  // --- Sending --------------------------------------------------------------------------------------
  const tokenNow = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";
  const renew = async () => {
    const answer = await fetch(to, { cache: "no-store" });
    if (!answer.ok) return true;
    const { token, known } = await answer.json();
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
    for (const field of document.querySelectorAll('[name="csrfmiddlewaretoken"]')) field.value = token;
    return known;
  };
  const post = async ({ id, kind, seat, seen, fields }) => {
    const own = Number(keep.get(`rail.seen.${code}`) ?? 0);
    const body = new URLSearchParams([...fields, ["kind", kind], ["seat", seat], ["key", id], ["seen", Math.max(seen, own)], ["step", "enter"]]);
    const ask = () => fetch(to, { method: "POST", body, headers: { "X-CSRFToken": tokenNow() } });
    const isData = (answer) => (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
    let answer = await ask();
    if (answer.status === 403 && !isData(answer)) {
      await renew(); // the page is older than the sign-in
      answer = await ask();
    }
    return { status: answer.status, ...(isData(answer) ? await answer.json() : { code: "", message: answer.statusText }) };
  };
  let sending = false;
  const send = async () => {
    if (sending) return;
    sending = true;
    let changed = false;
    try {
      for (let item = all()[0]; item && !item.state; [item] = all()) {
        const told = await post(item);
        if (told.status >= 500 || told.status === 429) break; // the site is busy: it is asked again
        changed = true;
        say("");
        if (told.status === 200) {
          keep.set(`rail.seen.${code}`, String(told.number));
          keep.remove(item.name);
          part("done").textContent = word("done", { said: told.said || item.said });
          part("done").hidden = false;
        } else if (keep.get(item.name)) save({ ...item, state: "stopped", told });
      }
    } catch {
      // No network: everything goes on waiting.
    } finally {
      sending = false;
      if (changed) {
        show();
        document.dispatchEvent(new Event("table:look"));
      }
    }
  };
  const isWaiting = () => { const [first] = all(); return first && !first.state; };
  window.setInterval(() => { if (isWaiting() && !document.hidden) send(); }, 4000);
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
  window.addEventListener("storage", (event) => { if (event.key === null || event.key.startsWith(start)) show(); });

  // --- The slip: forms come back after an entry was kept --------------------------------------------
  let forms = null;
  const remember = () => {
    if (slip()?.querySelector("form.entry-form")) forms = slip().cloneNode(true);
  };
  const formsAgain = () => {
    if (!slip() || slip().querySelector("form.entry-form") || !forms) return;
    const fresh = forms.cloneNode(true);
    for (const old of fresh.querySelectorAll(":scope > .notice:not(#moved), :scope > .refusal")) old.remove();
    fresh.removeAttribute("data-busy");
    slip().replaceWith(fresh);
    window.htmx.process(fresh);
  };
  const keepIt = (form, told) => {
    add(form);
    form.querySelector(".offer")?.remove();
    formsAgain();
    for (const field of slip().querySelectorAll('form.entry-form [name="key"]')) field.value = uuid();
    if (slip().contains(form) && form.matches(".entry-form")) form.reset();
    document.dispatchEvent(new Event("table:kept"));
    say(told);
    show();
    box.scrollIntoView({ block: "nearest" });
  };
  const isEntry = ({ verb, path }) => verb === "post" && path === enter;
  const lost = (event) => {
    const { requestConfig, elt } = event.detail;
    const form = elt.closest("#slip form");
    if (!form || !isEntry(requestConfig)) return;
    const { step } = requestConfig.parameters;
    if (step === "enter") keepIt(form, word("kept"));
    else if (step === "back") formsAgain();
    else {
      say(word("typed"));
      if (form.querySelector(".offer")) return;
      const offer = part("offer").content.firstElementChild.cloneNode(true);
      form.append(offer);
      offer.scrollIntoView({ block: "nearest" });
    }
  };
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  // An entry never overtakes those that wait.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { requestConfig, elt } = event.detail;
    if (!isEntry(requestConfig) || requestConfig.parameters.step !== "enter") return;
    const { kind, seat } = requestConfig.parameters;
    if (!all().length || changing(kind, seat)) return;
    event.preventDefault();
    keepIt(elt.closest("form"), word("behind"));
    send();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, xhr } = event.detail;
    if (!requestConfig || xhr.status !== 200) return;
    if (isEntry(requestConfig) && requestConfig.parameters.step === "enter") {
      const [, seen] = /data-seen="(\d+)"/.exec(xhr.responseText) ?? [];
      if (seen) keep.set(`rail.seen.${code}`, seen); // the answer shows all that came before it
      const { kind, seat } = requestConfig.parameters;
      const place = changing(kind, seat);
      if (place) keep.remove(place.name);
      forget(seat);
      show();
    }
    if (isWaiting()) send();
  });
  // What is no slip never takes the slip's place: it is shown in it, and what was typed stays.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    if (target.id !== "slip") return;
    if (!event.detail.shouldSwap || xhr.responseText.includes('id="slip"')) {
      remember();
      return;
    }
    event.detail.shouldSwap = false;
    const refusal = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector(".refusal, main");
    slip().querySelector(":scope > .answer")?.remove();
    const isOld = Boolean(refusal?.querySelector("[data-too-old]"));
    const shown = Object.assign(document.createElement("div"), { className: "refusal answer", tabIndex: -1 });
    shown.setAttribute("role", "alert");
    shown.append(refusal?.querySelector("p") ?? xhr.statusText);
    slip().prepend(shown);
    shown.focus();
    if (xhr.status === 403) renew().then((known) => {
      if (!known) shown.replaceChildren(paragraph(word("unknown")), ways());
      else if (isOld) shown.replaceChildren(paragraph(word("renewed")));
    }, () => null);
  });

  // --- Buttons -------------------------------------------------------------------------------------------
  const change = (item) => {
    for (const other of all()) if (other.state === "changing" && other.name !== item.name) save({ ...other, state: "stopped" });
    save({ ...item, state: "changing" });
    formsAgain();
    const form = formFor(item.kind, item.seat);
    if (form) {
      fill(form, item.fields);
      form.querySelector(":is(input, select, textarea):not([type='hidden'])")?.focus();
    } else if (slip()?.querySelector(`form.entry-form [name="seat"][value="${CSS.escape(item.seat)}"]`)) {
      save({ ...item, state: "stopped", told: { ...item.told, message: word("gone") } });
    } else window.location.search = `?seat=${encodeURIComponent(item.seat)}`;
  };
  const acts = {
    drop: (item) => keep.remove(item.name),
    all: () => all().forEach(({ name }) => keep.remove(name)),
    again: (item) => save({ ...item, state: "", seen: item.told.last ?? item.seen }),
    change,
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-queue]");
    if (!button) return;
    const form = button.closest("form");
    const { queue: act } = button.dataset;
    if (act === "keep") keepIt(form, word("kept"));
    else if (act === "clear") {
      const seat = slip().querySelector("form.entry-form")?.elements.seat.value ?? "";
      forget(seat);
      for (const one of slip().querySelectorAll("form.entry-form")) one.reset();
      document.dispatchEvent(new Event("table:kept"));
    } else {
      const { name } = button.closest("li")?.dataset ?? {};
      const item = all().find((one) => one.name === name);
      if (item || act === "all") acts[act](item);
      show();
      send();
    }
  });

  // --- Beginning ---------------------------------------------------------------------------------------
  remember();
  const waiting = all().find((one) => one.state === "changing");
  const place = waiting && formFor(waiting.kind, waiting.seat);
  if (place) fill(place, waiting.fields);
  else bringBack();
  show();
  send();
})();
