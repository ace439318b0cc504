// What the pages gain from a script beside htmx; every page works without it.
"use strict";

(() => {
  const say = (what) => {
    const place = document.getElementById("notice");
    if (place) {
      place.textContent = place.dataset[what] ?? "";
      place.hidden = !what;
    }
  };

  // What every page is made of is kept by the browser, where it allows that (not over plain HTTP).
  window.addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => null));

  // With a poor signal nobody should wonder whether a move was entered.
  document.addEventListener("htmx:sendError", () => say("lost"));
  document.addEventListener("htmx:timeout", () => say("late"));
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) say("failed");
  });
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (event.detail.xhr.status < 500) say("");
  });

  // A form posted the plain way is sent once, however often the button is tapped.
  const sent = new WeakSet();
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[hx-post], [hx-put], [hx-delete]") || event.target.method !== "post") return;
    if (sent.has(event.target)) event.preventDefault();
    sent.add(event.target);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });

  // Steppers: <div class="stepper"><button data-step="-1">−</button><input type="number"><button data-step="1">+</button></div>
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-step]");
    const input = button && button.parentElement.querySelector("input");
    if (!input) return;
    if (Number(button.dataset.step) < 0) input.stepDown();
    else input.stepUp();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // Copy buttons: <button data-copy="#id" hidden>; shown only where copying is possible.
  const copyable = (root) => {
    if (!navigator.clipboard) return;
    for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    const source = button && document.querySelector(button.dataset.copy);
    if (!source) return;
    await navigator.clipboard.writeText("value" in source ? source.value : source.textContent.trim());
    say("copied");
  });
  document.addEventListener("DOMContentLoaded", () => copyable(document));
  document.addEventListener("htmx:load", (event) => copyable(event.detail.elt));
})();
