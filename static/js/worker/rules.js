// @ts-check
// Part of the site's worker (templates/sw.js): whoever has read a page of the rules can read them without a network.
// Asked to by such a page, it keeps all pages of the rules in one language, fetched as a stranger, with what they are
// drawn with, under the version of the release; the network comes first, unless it takes too long.
(() => {
  const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (self));
  const { version, pages, files } = worker.rules;
  const PREFIX = "rules-";
  const PATIENCE = 250; // milliseconds that a kept page waits for the network
  const COMPLETE = "/rulings/kept"; // no page: it stands for all of them being there
  const ADDRESSES = /(?:href|src|data-symbols)="([^"]+)"/g;

  /** What pages are drawn with: it says the same to everybody. @param {string} pathname */
  const isFile = (pathname) => files.some((start) => pathname.startsWith(start));

  /** @param {string} language */
  const nameOf = (language) => `${PREFIX}${language}-${version}`;

  worker.addEventListener("message", (event) => {
    const language = event.data?.keepRules;
    if (pages[language]) event.waitUntil(keep(language));
  });

  worker.addEventListener("activate", (event) => event.waitUntil(renew()));

  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    const language = pathname.startsWith("/fr/") ? "fr" : "en";
    if (request.destination === "document" && pathname.startsWith(pages[language][0])) {
      event.stopImmediatePropagation(); // what answers it below does not
      event.respondWith(search ? asked(request, pathname, language) : page(request, pathname, language));
    } else if (isFile(pathname)) {
      event.stopImmediatePropagation();
      event.respondWith(fetch(request).catch(async () => (await kept(pathname)) ?? Response.error()));
    }
  });

  /** @type {Map<string, Promise<void>>} */
  const atWork = new Map();

  /** All pages of a language, once for each version. @param {string} language */
  function keep(language) {
    const work = atWork.get(language) ?? fetchAll(language).finally(() => atWork.delete(language));
    atWork.set(language, work);
    return work;
  }

  /** What is complete says so, and what an earlier release has kept goes. @param {string} language */
  async function fetchAll(language) {
    const cache = await caches.open(nameOf(language));
    if (await cache.match(COMPLETE)) return;
    const needed = new Set();
    for (const address of pages[language]) {
      const answer = await fetch(new Request(address, { credentials: "omit" }));
      if (!answer.ok) return;
      for (const [, found] of (await answer.clone().text()).matchAll(ADDRESSES)) {
        const { origin, pathname } = new URL(found, location.origin);
        if (origin === location.origin && isFile(pathname)) needed.add(pathname);
      }
      await cache.put(address, answer);
    }
    await cache.addAll([...needed]);
    await cache.put(COMPLETE, new Response(version));
    const names = (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}${language}-`));
    await Promise.all(names.filter((name) => name !== nameOf(language)).map((name) => caches.delete(name)));
  }

  /** After a release: the languages that were kept are kept anew. */
  async function renew() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
    const languages = Object.keys(pages).filter((one) => names.some((name) => name.startsWith(`${PREFIX}${one}-`)));
    await Promise.all(languages.map((one) => keep(one).catch(() => undefined))); // else at the next visit
  }

  /**
   * What an address asks for, a search say, only the site answers: however late, no kept page takes that answer's place.
   * Without a network the page of all rulings looks itself for the words (js/rulings/looking.js).
   * @param {Request} request @param {string} pathname @param {string} language
   */
  async function asked(request, pathname, language) {
    return fetch(request).catch(async () => (await kept(pathname)) ?? instead(pathname, language));
  }

  /** @param {Request} request @param {string} pathname @param {string} language @returns {Promise<Response>} */
  async function page(request, pathname, language) {
    const stored = await kept(pathname);
    const fetched = fetch(request);
    if (!stored) return fetched.catch(() => instead(pathname, language));
    /** @type {Promise<Response>} */
    const late = new Promise((resolve) => setTimeout(() => resolve(stored), PATIENCE));
    return Promise.race([fetched.catch(() => stored), late]);
  }

  /**
   * Where a ruling, an ability, an example or a cell of the matrix has no page here, its place among all of them.
   * @param {string} pathname @param {string} language
   */
  async function instead(pathname, language) {
    const [index] = pages[language];
    if (!(await kept(index))) {
      const { offline } = worker;
      return (await kept(offline.pages[language])) ?? Response.error();
    }
    const [first, ...others] = pathname.slice(index.length).split("/").filter(Boolean);
    const ofGame = `${index}${first}/rules/`; // of another game its rulebook is kept
    return Response.redirect(pages[language].includes(ofGame) ? ofGame : `${index}${placeOf(first, others)}`);
  }

  /**
   * Where on which of the kept pages something is told that has a page of its own with a network.
   * @param {string} first @param {string[]} others the words of its address below that of all rulings
   */
  function placeOf(first, others) {
    if (first === "abilities") return `#a-${others[0]}`;
    if (first === "examples") return `examples/#${others[0]}`;
    if (first === "matrix") {
      const [one, two] = others.slice(-2);
      if (others[0] !== "of") return two ? `matrix/all/#${one}-x-${two}` : "matrix/all/";
      return `matrix/all/${others[1]}/${others.length === 4 ? `#${one}-x-${two}` : ""}`;
    }
    return first && !others.length ? `#${first}` : "";
  }

  /** @param {string} address */
  const kept = (address) => caches.match(address, { ignoreVary: true });
})();
