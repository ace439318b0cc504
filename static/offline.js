// The page without a network: says what waits on this phone, and goes on when the network is back.
"use strict";

(() => {
  const waits = document.getElementById("offline-waits");
  const [, code] = /^\/g\/([A-Za-z]+)\//.exec(window.location.pathname) ?? [];
  const count = window.keep.names(`rail.wait.${code ? `${code.toUpperCase()}.` : ""}`).length;
  if (count) {
    const { one, many } = waits.dataset;
    waits.querySelector("b").textContent = count === 1 ? one : many.replace("{n}", count);
    waits.hidden = false;
  }
  // At its own address this page has nothing to go back to.
  const isItself = window.location.pathname === "/offline/";
  if (isItself) document.getElementById("offline-again").href = "/";
  const look = async () => {
    try {
      const answer = await fetch("/healthz", { cache: "no-store" });
      if (answer.ok) isItself ? window.location.assign("/") : window.location.reload();
    } catch {
      // Not yet.
    }
  };
  window.addEventListener("online", look);
  if (!isItself) window.setInterval(() => { if (!document.hidden) look(); }, 4000);
})();
