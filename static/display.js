// The big screen follows the game: it fetches itself anew whenever the game has moved.
"use strict";

(() => {
  const table = document.getElementById("table");
  const sign = document.getElementById("live");
  const shown = () => Number(document.getElementById("lead").dataset.last);
  let busy = false;

  const swap = (page, id) => {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  };
  const refresh = async () => {
    if (busy) return;
    busy = true;
    try {
      const answer = await fetch(window.location.href, { cache: "no-store" });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const isOther = (id) => Boolean(page.getElementById(id)) !== Boolean(document.getElementById(id));
      if (isOther("board-frame") || isOther("lobby")) {
        window.location.reload(); // the game has begun
        return;
      }
      for (const id of ["turn", "lead", "crew", "story", "board-now"]) swap(page, id);
      const now = document.getElementById("board-now");
      if (now) document.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { detail: { target: now } }));
      document.dispatchEvent(new CustomEvent("htmx:afterSettle"));
    } finally {
      busy = false;
    }
  };
  window.follow({
    live: table.dataset.live,
    poll: table.dataset.poll,
    last: shown,
    news: (last) => { if (last > shown()) refresh(); },
    show: (state) => {
      sign.className = `live ${state}`;
      sign.textContent = sign.dataset[`said${state}`];
      sign.hidden = false;
    },
  });
})();
