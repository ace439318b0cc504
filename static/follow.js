// Being told where a game stands: by a stream, or by a look every three seconds.
// `follow({live, poll, last, news, show})` calls `news(last)` and `show(state)`: on, poll or off.
"use strict";

window.follow = ({ live, poll, last, news, show }) => {
  let stream = null;
  let timer = 0;
  let retry = 0;

  const look = async () => {
    try {
      const answer = await fetch(poll, { cache: "no-cache", headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      news((await answer.json()).last);
      if (!stream || stream.readyState !== 1) show("poll");
      else show("on");
    } catch {
      show("off");
    }
  };
  const often = () => {
    if (timer) return;
    look();
    timer = window.setInterval(() => { if (!document.hidden) look(); }, 3000);
  };
  const quiet = () => {
    window.clearInterval(timer);
    timer = 0;
  };
  const listen = () => {
    stream?.close();
    stream = new EventSource(`${live}?after=${last()}`);
    stream.addEventListener("open", () => {
      quiet();
      show("on");
    });
    stream.addEventListener("game", (event) => news(JSON.parse(event.data).last));
    stream.addEventListener("error", () => {
      often();
      if (stream.readyState === 2) {
        window.clearTimeout(retry);
        retry = window.setTimeout(listen, 30000);
      }
    });
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    look();
    if (!stream || stream.readyState === 2) listen();
  });
  document.addEventListener("table:look", look);
  window.addEventListener("online", look);
  window.addEventListener("offline", () => show("off"));
  window.addEventListener("pagehide", () => stream?.close());
  listen();
};
