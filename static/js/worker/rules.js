// @ts-check
// Part of the site's worker (templates/sw.js): whoever has read a page of the rules can read them without a network.
// Asked to by such a page, it keeps all pages of the rules in one language, and single ones that were opened (a ruling, an
// ability, an example, a cell), fetched as a stranger, with what they are drawn with, under the version of the release; the
// network comes first, unless it takes too long.
(() => {
  const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (self));
  const { version, pages } = worker.rules;
  const { isFile, drawnWith, kept, packed } = worker.keeping;
  const PREFIX = "rules-";
  const PATIENCE = 100; // milliseconds that a kept page waits for the network
  const COMPLETE = "/rulings/kept"; // no page: it stands for all of them being there
  const MOST_OPENED = 450_000; // bytes of single pages of a language, the last ones
  const FRESH = 24 * 60 * 60 * 1000; // milliseconds: so long a single page is not fetched again

  /** @param {string} language */
  const nameOf = (language) => `${PREFIX}${language}-${version}`;

  /** @param {string} language */
  const nameOfOpened = (language) => `${PREFIX}opened-${language}-${version}`;

  worker.addEventListener("message", (event) => {
    const { keepRules: language, opened } = event.data ?? {};
    if (pages[language]) event.waitUntil(keep(language).then(() => keepOpened(String(opened), language)));
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
    } else if (isFile(pathname) || pages[language].includes(pathname)) {
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
      for (const file of await drawnWith(answer)) needed.add(file);
      await cache.put(address, packed(answer));
    }
    for (const file of needed) {
      const answer = await fetch(file);
      if (!answer.ok) return;
      await cache.put(file, packed(answer));
    }
    await cache.put(COMPLETE, new Response(version));
    const names = (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}${language}-`));
    await Promise.all(names.filter((name) => name !== nameOf(language)).map((name) => caches.delete(name)));
  }

  /**
   * A single page that somebody has read, and no more than so many of them.
   * @param {string} pathname @param {string} language
   */
  async function keepOpened(pathname, language) {
    if (!isSingle(pathname, language)) return;
    const cache = await caches.open(nameOfOpened(language));
    const stored = await cache.match(pathname, { ignoreVary: true });
    if (stored && Date.now() - Date.parse(stored.headers.get("Date") ?? "") < FRESH) return;
    const answer = await fetch(new Request(pathname, { credentials: "omit" }));
    if (!answer.ok || answer.redirected) return;
    for (const file of await drawnWith(answer)) {
      if (!(await caches.match(file))) await cache.put(file, packed(await fetch(file)));
    }
    await cache.delete(pathname, { ignoreVary: true });
    await cache.put(pathname, packed(answer)); // last of all
    await forgetOldest(cache);
  }

  /** So that what was opened does not weigh more than it may, the oldest go. @param {Cache} cache */
  async function forgetOldest(cache) {
    const all = [...(await cache.keys())].reverse();
    const isDrawnWith = (/** @type {Request} */ { url }) => isFile(new URL(url).pathname);
    let weight = 0;
    for (const request of [...all.filter(isDrawnWith), ...all.filter((one) => !isDrawnWith(one))]) {
      const stored = await cache.match(request, { ignoreVary: true });
      weight += (await stored?.arrayBuffer())?.byteLength ?? 0;
      if (weight > MOST_OPENED && !isDrawnWith(request)) await cache.delete(request, { ignoreVary: true });
    }
  }

  /**
   * Whether this is the page of a ruling, an ability, an example or a cell, and no page of somebody's own.
   * @param {string} pathname @param {string} language
   */
  function isSingle(pathname, language) {
    const [index] = pages[language];
    if (!pathname.startsWith(index) || pages[language].includes(pathname)) return false;
    const [first, ...others] = pathname.slice(index.length).split("/").filter(Boolean);
    if (first === "matrix") return others[0] === "of" ? others.length === 4 : others.length === 2;
    if (["questions", "editing", "rules"].includes(first)) return false;
    return others.length < 2;
  }

  /** After a release: the languages that were kept are kept anew, and what was opened is forgotten. */
  async function renew() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
    const opened = names.filter((name) => name.startsWith(`${PREFIX}opened-`) && !name.endsWith(`-${version}`));
    await Promise.all(opened.map((name) => caches.delete(name)));
    const languages = Object.keys(pages).filter((one) => names.some((name) => name.startsWith(`${PREFIX}${one}-`)));
    await Promise.all(languages.map((one) => keep(one).catch(() => undefined))); // else at the next visit
  }

  /**
   * What an address asks for, a search say, only the site answers: however late, no kept page takes that answer's place.
   * Without a network a kept page searches what is kept (js/rules-offline.js).
   * @param {Request} request @param {string} pathname @param {string} language
   */
  async function asked(request, pathname, language) {
    const isSearch = pages[language].includes(pathname) && new URL(request.url).searchParams.get("q")?.trim();
    const place = isSearch ? `${pages[language][0]}offline/` : pathname;
    return fetch(request).catch(async () => (await kept(place)) ?? instead(pathname, language));
  }

  /** @param {Request} request @param {string} pathname @param {string} language @returns {Promise<Response>} */
  async function page(request, pathname, language) {
    const fetched = fetch(request);
    fetched.catch(() => {}); // whoever waits for it hears of it too
    const stored = await kept(pathname);
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
    const ofGame = `${index}${first}/`; // of another game its rulings, its rulebook and what was decided are kept
    const place = pages[language].includes(`${ofGame}rules/`)
      ? `${ofGame}${placeInGame(others)}`
      : `${index}${placeOf(first, others)}`;
    return Response.redirect(place);
  }

  /**
   * Where on which of the kept pages something is told that has a page of its own with a network.
   * @param {string} first @param {string[]} others the words of its address below that of all rulings
   */
  function placeOf(first, others) {
    if (first === "abilities") return `#a-${others[0]}`;
    if (first === "examples") return `examples/#${others[0]}`;
    if (first === "decided") return `decided/#${(others[0] ?? "").toLowerCase()}`;
    if (first === "matrix") {
      const [one, two] = others.slice(-2);
      if (others[0] !== "of") return two ? `matrix/all/#${one}-x-${two}` : "matrix/all/";
      return `matrix/all/${others[1]}/${others.length === 4 ? `#${one}-x-${two}` : ""}`;
    }
    return first && !others.length ? `#${first}` : "";
  }

  /** The same of another game's. @param {string[]} others the words of its address below that of its rulings */
  function placeInGame([first, number]) {
    if (first === "decided") return `decided/#${(number ?? "").toLowerCase()}`;
    return /^[A-Z]\d/.test(first ?? "") ? `#${first.toLowerCase().replace(".", "-")}` : "";
  }
})();
