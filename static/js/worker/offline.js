// @ts-check
// Part of the site's worker (templates/sw.js): where a page cannot be fetched, a page of the site says so in its place. What
// is kept for that is fetched as a stranger and the same for everybody: no page of a game or a session is ever kept.
(() => {
  const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (self));
  const KEPT = "offline";
  const { pages, files } = worker.offline;
  const all = [...Object.values(pages), ...files];

  worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
  worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") return;
    if (request.destination === "document") {
      const language = pathname.startsWith("/fr/") ? "fr" : "en";
      event.respondWith(fetch(request).catch(() => kept(pages[language])));
    } else if (files.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
  });

  async function keepAll() {
    const cache = await caches.open(KEPT);
    await cache.addAll(all.map((address) => new Request(address, { credentials: "omit", cache: "no-cache" })));
  }

  /** What an earlier release has kept goes. */
  async function forgetOthers() {
    const cache = await caches.open(KEPT);
    const old = (await cache.keys()).filter(({ url }) => !all.includes(new URL(url).pathname));
    await Promise.all(old.map((request) => cache.delete(request)));
  }

  /** @param {string} address */
  async function kept(address) {
    const cache = await caches.open(KEPT);
    return (await cache.match(address, { ignoreVary: true })) ?? Response.error();
  }
})();
