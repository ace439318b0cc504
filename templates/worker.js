// Keeps what every page is made of, and one page for when there is no network. It keeps nothing of
// anyone: pages, figures and answers always come from the network.
"use strict";

const KEPT = "shell-{{ print }}";
const SHELL = [{% for address in addresses %}
  "{{ address|escapejs }}",{% endfor %}
];
const OFFLINE = "{{ offline|escapejs }}";
const STATIC = "{{ static|escapejs }}";
// Files whose name tells their content never change; others are asked for first.
const NEVER_CHANGES = {{ is_hashed|yesno:"true,false" }};

const fill = async () => {
  const cache = await caches.open(KEPT);
  await cache.addAll([...SHELL, new Request(OFFLINE, { credentials: "omit", cache: "reload" })]);
};
const tidy = async () => {
  for (const name of await caches.keys()) if (name.startsWith("shell-") && name !== KEPT) await caches.delete(name);
  await self.clients.claim();
};
const kept = async (request) => (await caches.open(KEPT)).match(request);

const page = async (request) => {
  try {
    return await fetch(request);
  } catch {
    return (await kept(OFFLINE)) ?? Response.error();
  }
};
const part = async (request) => {
  const found = await kept(request);
  if (found && NEVER_CHANGES) return found;
  try {
    return await fetch(request);
  } catch {
    return found ?? Response.error();
  }
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fill());
});
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith(STATIC)) event.respondWith(part(request));
});
