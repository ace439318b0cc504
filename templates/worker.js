// Keeps what every page is made of, and one page for when there is no network. Pages, figures and
// answers come from the network; only the newest page of a table is kept, for a refresh without one:
// it says itself that it is old, and goes when someone signs in or out.
"use strict";

const KEPT = "shell-{{ print }}";
const SHELL = [{% for address in addresses %}
  "{{ address|escapejs }}",{% endfor %}
];
const OFFLINE = "{{ offline|escapejs }}";
const STATIC = "{{ static|escapejs }}";
const TABLES = "table";
const A_TABLE = /^\/g\/[A-Za-z]+\/$/;
const ACCOUNTS = "/accounts/";
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

const keepTable = async (pathname, answer) => {
  if (answer.status !== 200 || answer.redirected) return;
  const text = await answer.text();
  await caches.delete(TABLES); // one table at a time
  const headers = { "Content-Type": "text/html; charset=utf-8", ...policyOf(answer) };
  const old = text.replace("<body", "<body data-old");
  await (await caches.open(TABLES)).put(pathname, new Response(old, { headers }));
};
const policyOf = ({ headers }) => Object.fromEntries(
  ["Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"].filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]),
);
const keptTable = async (pathname) => A_TABLE.test(pathname) ? (await caches.open(TABLES)).match(pathname) : undefined;

const page = async (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  try {
    const answer = await fetch(request);
    if (A_TABLE.test(pathname)) event.waitUntil(keepTable(pathname, answer.clone()).catch(() => null));
    return answer;
  } catch {
    return (await keptTable(pathname)) ?? (await kept(OFFLINE)) ?? Response.error();
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
  if (origin !== self.location.origin) return;
  if (request.method !== "GET") {
    if (pathname.startsWith(ACCOUNTS)) event.waitUntil(caches.delete(TABLES));
    return;
  }
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(STATIC)) event.respondWith(part(request));
});
// A page that has followed its table asks to be kept as it would be fetched now.
self.addEventListener("message", (event) => {
  const { pathname } = new URL(event.source?.url ?? "/", self.location.origin);
  if (!["keep", "keep first"].includes(event.data) || !A_TABLE.test(pathname)) return;
  const again = async () => {
    if (event.data === "keep first" && (await keptTable(pathname))) return;
    await keepTable(pathname, await fetch(pathname));
  };
  event.waitUntil(again().catch(() => null));
});
