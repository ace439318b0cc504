// What this browser remembers. Where storage is full or forbidden it is kept while the page is open,
// and nothing breaks.
"use strict";

window.keep = (() => {
  const here = new Map();
  let lasts = true;
  const tried = (act, otherwise) => {
    try {
      return act();
    } catch {
      lasts = false;
      return otherwise();
    }
  };
  const names = () => tried(() => Object.keys(window.localStorage), () => []);
  return {
    get: (name) => here.get(name) ?? tried(() => window.localStorage.getItem(name), () => null),
    set: (name, text) => tried(
      () => {
        window.localStorage.setItem(name, text);
        here.delete(name);
      },
      () => here.set(name, text),
    ),
    remove: (name) => {
      here.delete(name);
      tried(() => window.localStorage.removeItem(name), () => null);
    },
    names: (start) => [...new Set([...names(), ...here.keys()])].filter((name) => name.startsWith(start)).sort(),
    // Whether what is kept outlives the page, as far as has been seen.
    lasts: () => lasts,
  };
})();
