// Keys of our own for figures. The field stays a plain one: typed, pasted and spoken figures work as
// ever, and the key "Keyboard" brings the phone's own back.
"use strict";

(() => {
  const pad = document.getElementById("pad");
  const form = pad && pad.closest("form");
  if (!form) return;
  const native = pad.querySelector('[data-key="native"]');
  const fields = () => [...form.querySelectorAll("input[data-pad]")].filter((one) => one.offsetParent);
  let field = null;
  let isNative = false;
  let isFresh = false;

  const dress = (input) => input.setAttribute("inputmode", isNative ? "numeric" : "none");
  for (const input of form.querySelectorAll("input[data-pad]")) dress(input);

  const choose = (input) => {
    if (field) field.classList.remove("tapped");
    field = input;
    pad.hidden = !field;
    if (!field) return;
    field.classList.add("tapped");
    isFresh = true;
    field.scrollIntoView({ block: "nearest" }); // above the keys, which have just come up
    for (const [key, isOf] of [
      ["sign", field.dataset.pad === "number" && Number(field.dataset.least) < 0],
      ["000", field.dataset.pad === "number"],
      ["more", field.dataset.pad === "numbers"],
    ]) {
      pad.querySelector(`[data-key="${key}"]`).disabled = !isOf;
    }
  };

  form.addEventListener("focusin", (event) => {
    if (event.target.matches("input[data-pad]")) choose(event.target);
    else if (!pad.contains(event.target)) choose(null);
  });

  const edited = {
    back: (text) => text.slice(0, -1),
    sign: (text) => (text.startsWith("-") ? text.slice(1) : `-${text}`),
    more: (text) => (text && !text.endsWith(" ") ? `${text} ` : text),
  };

  const press = (key) => {
    if (key === "native") {
      isNative = !isNative;
      native.setAttribute("aria-pressed", String(isNative));
      for (const input of form.querySelectorAll("input[data-pad]")) dress(input);
      field.blur();
      field.focus();
      return;
    }
    if (key === "next") {
      const all = fields();
      const next = all[all.indexOf(field) + 1];
      if (next) next.focus();
      else {
        field.blur();
        choose(null);
      }
      return;
    }
    // A single number that was there is replaced by the first digit, as a selected text would be.
    const old = isFresh && field.dataset.pad === "number" && !edited[key] ? "" : field.value;
    isFresh = false;
    const text = edited[key] ? edited[key](old) : old + key;
    if (text.length > field.maxLength) return;
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  pad.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  pad.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-key]");
    if (button && field) press(button.dataset.key);
  });
  form.addEventListener("input", (event) => {
    if (event.target === field) isFresh = false;
  });
  // Enter goes on to the next figure, as on paper, rather than saving a sheet half filled in.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input[data-pad]")) return;
    event.preventDefault();
    choose(event.target);
    press("next");
  });
  // Where a seat's colour is chosen, its token shows it.
  form.addEventListener("change", (event) => {
    const token = event.target.name.startsWith("colour-") && event.target.closest("fieldset").querySelector(".token");
    if (token) token.className = `token small${event.target.value ? ` c-${event.target.value}` : ""}`;
    if (event.target.id === "players") form.querySelector('[name="resize"][value="players"]').click();
  });
})();
