// The table's own script: it keeps the page as new as the game, and never touches what is being typed.
"use strict";

(() => {
  const table = document.getElementById("table");
  const slip = () => document.getElementById("slip");
  const shownLast = () => Number(document.getElementById("lead")?.dataset.last ?? 0);

  // --- What is being entered -------------------------------------------------------------------
  let typed = false;
  document.addEventListener("input", (event) => {
    if (event.target.closest("#slip")) typed = true;
  });
  const isDraft = () => {
    const now = slip();
    return Boolean(now) && (typed || "busy" in now.dataset || now.matches(":has(:is(input, select, textarea):focus)"));
  };

  // --- Focus: to the preview, the refusal, or what was done --------------------------------------
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "slip" && event.detail.target?.id !== "slip") return;
    if (event.detail.requestConfig?.verb !== "post") return; // a refresh moves nobody
    typed = false;
    const place = slip()?.querySelector("[data-focus]");
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "nearest" });
  });

  // --- What happened is spoken, in a place that is never swapped: of others' entries and one's own --
  let told = shownLast();
  document.addEventListener("htmx:afterSettle", () => {
    const spoken = document.getElementById("spoken");
    if (!spoken || shownLast() <= told) return;
    told = shownLast();
    const line = document.querySelector("#story .log .grow")?.textContent ?? "";
    const status = document.querySelector("#status b")?.textContent ?? "";
    spoken.textContent = `${line} ${status}`.replace(/\s+/g, " ").trim();
  });
  document.addEventListener("table:kept", () => { typed = false; });

  // --- A sum follows the company and the number, until it is typed over --------------------------
  document.addEventListener("input", (event) => {
    const form = event.target.closest("form");
    const sum = form?.querySelector("[data-prices]");
    if (!sum) return;
    if (event.target === sum) {
      sum.dataset.own = "";
      return;
    }
    if ("own" in sum.dataset) return;
    const fields = [...new FormData(form)].filter(([name]) => name.startsWith("f-"));
    const price = JSON.parse(sum.dataset.prices)[fields[0]?.[1]];
    const count = Number(fields[1]?.[1]);
    if (price && count > 0) sum.value = String(price * count);
  });

  // --- Creating a game: only the rows and the club's name that are needed ------------------------
  const players = document.getElementById("id_players");
  if (players) {
    const rows = () => {
      for (const row of document.querySelectorAll("[data-spare]")) {
        row.hidden = Number(row.dataset.spare) > Number(players.value);
      }
    };
    players.addEventListener("change", rows);
    rows();
  }
  const club = document.getElementById("id_club");
  if (club) {
    const name = document.getElementById("id_club_name").closest(".field");
    const named = () => { name.hidden = club.value !== "new"; };
    club.addEventListener("change", named);
    named();
  }

  if (!table || !window.htmx) return;

  // --- Refreshing --------------------------------------------------------------------------------
  let busy = false;
  const refresh = async () => {
    if (busy) return;
    busy = true;
    const seat = new URLSearchParams(window.location.search).get("seat");
    const address = table.dataset.part + (seat ? `?seat=${encodeURIComponent(seat)}` : "");
    const draft = isDraft();
    const open = [...document.querySelectorAll("#table details[open] > summary")].map((one) => one.textContent.trim());
    const boxes = [...document.querySelectorAll(".scroll[id]")].map((box) => [box.id, box.scrollLeft]);
    try {
      await window.htmx.ajax("GET", address, { target: "#slip", swap: draft ? "none" : "outerHTML" });
      for (const summary of document.querySelectorAll("#table details > summary")) {
        if (open.includes(summary.textContent.trim())) summary.parentElement.open = true;
      }
      for (const [id, left] of boxes) {
        const box = document.getElementById(id);
        if (box) box.scrollLeft = left;
      }
      const moved = document.getElementById("moved");
      if (moved && draft && Number(slip().dataset.seen) < shownLast()) moved.hidden = false;
    } finally {
      busy = false;
    }
  };
  // The board as a list: what is chosen there stays, and so does where one is.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target } = event.detail;
    if (target?.id !== "board-list") return;
    if (target.querySelector("input:checked")) {
      event.detail.shouldSwap = false;
      return;
    }
    const { href } = target.contains(document.activeElement) ? document.activeElement : {};
    if (href) window.setTimeout(() => {
      [...document.querySelectorAll("#board-list a")].find((one) => one.href === href)?.focus({ preventScroll: true });
    });
  });
  // One's own entry is told of before its answer is here: the answer shows it, and all that came before.
  let sending = 0;
  const isPost = (event) => event.detail.requestConfig?.verb === "post";
  document.addEventListener("htmx:beforeSend", (event) => { if (isPost(event)) sending += 1; });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isPost(event)) return;
    sending = Math.max(0, sending - 1);
    document.dispatchEvent(new Event("table:look"));
  });
  const sign = document.getElementById("live");
  const show = (state) => {
    if (state !== "off") delete document.body.dataset.old;
    if (sign.dataset.state === state) return;
    sign.dataset.state = state;
    sign.className = `live ${state}`;
    sign.textContent = sign.dataset[`said${state}`];
    sign.hidden = false;
  };
  // The page as it is now is kept for a refresh without a network, at most twice a minute; by the worker
  // that is there, even if it came too late to have this page in its hands.
  let keptAt = -Infinity;
  const keepPage = (words) => navigator.serviceWorker?.ready.then(({ active }) => active.postMessage(words));
  document.addEventListener("htmx:afterSettle", () => {
    if (performance.now() - keptAt < 30000) return;
    keptAt = performance.now();
    keepPage("keep");
  });
  keepPage("keep first");
  window.follow({
    live: table.dataset.live,
    poll: table.dataset.poll,
    last: shownLast,
    news: (last) => { if (last > shownLast() && !sending) refresh(); },
    show,
  });
})();
