// Keeps the screen on while a game is open, lets it go when the game is over, and says where it cannot.
"use strict";

(() => {
  const isDisplay = document.body.classList.contains("display");
  const box = document.getElementById("phone");
  if (!box && !isDisplay) return;
  const control = box?.querySelector('[data-setting="awake"]');
  const sign = box?.querySelector("[data-awake-sign]");
  const { keep } = window;
  let lock = null;
  let asking = false;

  const isOver = () => ["over", "abandoned"].includes(document.getElementById("lead")?.dataset.status);
  const wanted = () => isDisplay || (keep.get("rail.awake") !== "off" && !isOver());
  const tell = (reason) => {
    if (!box) return;
    for (const one of box.querySelectorAll("[data-awake-not]")) one.hidden = one.dataset.awakeNot !== reason;
    sign.hidden = !lock;
  };
  const hold = async () => {
    if (!navigator.wakeLock) return tell("unsupported");
    if (!wanted()) {
      await lock?.release();
      lock = null;
      return tell(isOver() ? "over" : "");
    }
    if (lock || asking || document.hidden) return tell("");
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        lock = null; // the system takes it back when the page is left
        tell("");
      });
      tell("");
    } catch {
      tell("refused");
    } finally {
      asking = false;
    }
  };

  if (box) {
    box.hidden = false;
    control.checked = keep.get("rail.awake") !== "off";
    control.disabled = !navigator.wakeLock;
    control.addEventListener("change", () => {
      keep.set("rail.awake", control.checked ? "on" : "off");
      hold();
    });
  }
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("htmx:afterSettle", hold);
  hold();
})();
