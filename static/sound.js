// Tells when it is one's turn, by a buzz or a short sound: both off until switched on, on this phone alone.
"use strict";

(() => {
  const box = document.getElementById("phone");
  if (!box) return;
  const { keep } = window;
  const isOn = (name) => keep.get(`rail.${name}`) === "on";
  const isMine = () => "mine" in (document.getElementById("lead")?.dataset ?? {});
  let was = isMine();
  let audio = null;

  // A page may sound only after it was touched; so the sound is made ready then.
  const ready = () => {
    audio ??= window.AudioContext ? new AudioContext() : null;
    if (audio?.state === "suspended") audio.resume();
  };
  const sound = () => {
    ready();
    if (!audio) return;
    const now = audio.currentTime;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.setValueAtTime(660, now);
    tone.frequency.setValueAtTime(880, now + 0.12);
    volume.gain.setValueAtTime(0.0001, now);
    volume.gain.exponentialRampToValueAtTime(0.25, now + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.28);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(now + 0.3);
  };
  const acts = { vibrate: () => navigator.vibrate?.([120, 60, 120]), sound };

  for (const [name, act] of Object.entries(acts)) {
    const control = box.querySelector(`[data-setting="${name}"]`);
    control.checked = isOn(name);
    control.addEventListener("change", () => {
      keep.set(`rail.${name}`, control.checked ? "on" : "off");
      if (control.checked) act(); // what it will be like
    });
  }
  if (!navigator.vibrate) {
    box.querySelector('[data-setting="vibrate"]').disabled = true;
    box.querySelector('[data-not="vibrate"]').hidden = false;
  }
  document.addEventListener("pointerdown", () => { if (isOn("sound")) ready(); });
  document.addEventListener("htmx:afterSettle", () => {
    const now = isMine();
    if (now && !was) for (const [name, act] of Object.entries(acts)) if (isOn(name)) act();
    was = now;
  });
})();
