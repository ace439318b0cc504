// Lets the clocks of the seats go on between two answers of the site. How long a phone has had the page
// is all that is measured here, so a phone whose clock is wrong shows the same as the others.
"use strict";

(() => {
  const BREAK = 3600;
  const { clocks: address } = document.getElementById("table")?.dataset ?? {};
  if (!address) return;
  const known = new WeakMap();
  let came = performance.now();

  const asText = (seconds) => {
    const whole = Math.abs(seconds);
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    const text = hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
    return seconds < 0 ? `−${text}` : text;
  };
  const tick = () => {
    for (const face of document.querySelectorAll("[data-clock][data-running]")) {
      if (!known.has(face)) known.set(face, performance.now());
      const { used, since, limit } = face.dataset;
      const gone = Number(since) + Math.floor((performance.now() - known.get(face)) / 1000);
      const all = Number(used) + (gone > BREAK ? 0 : gone);
      const shown = Number(limit) ? Number(limit) - all : all;
      const text = asText(shown);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("over", shown < 0);
    }
  };
  // While a phone sleeps its time may stand still: after that the site is asked.
  const ask = async () => {
    if (document.hidden || !document.querySelector("[data-clock]") || performance.now() - came < 2000) return;
    try {
      const answer = await fetch(address, { cache: "no-store" });
      if (!answer.ok) return;
      const { seats } = await answer.json();
      came = performance.now();
      for (const face of document.querySelectorAll("[data-clock]")) {
        const told = seats[face.dataset.clock];
        if (!told) continue;
        Object.assign(face.dataset, { used: told.used, since: told.since, limit: told.limit });
        face.toggleAttribute("data-running", told.running);
        known.set(face, came);
      }
      tick();
    } catch {
      // Without the network the clocks go on by themselves.
    }
  };
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  document.addEventListener("htmx:afterSettle", tick);
  window.setInterval(tick, 1000);
  tick();
})();
