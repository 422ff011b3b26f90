// @ts-check
// Part of the site's worker (templates/sw.js): a book that is taken along. Asked to by its page (js/along/book.js), it
// keeps that page, those of its puzzles and the packs that these are solved by, all fetched as a stranger, and says how far
// it is. The network comes first.
(() => {
  const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (self));
  const { drawnWith, kept, packed } = worker.keeping;
  const CONTENTS = /^(?:\/fr)?\/grimoire\/books\/[^/]+\/along\/$/;
  const PACK = /^(?:\/fr)?\/grimoire\/p\/[^/]+\/pack\/$/;
  const PAGE = /^(?:\/fr)?\/grimoire\/(?:p|books)\/[^/]+\/$/;
  const MOST_TRIES = 20; // for a pack that the site is still making
  const SOON = 3; // seconds, where the site does not say when to come again

  worker.addEventListener("message", (event) => {
    const contents = event.data?.keepBook;
    if (typeof contents !== "string" || !CONTENTS.test(contents)) return;
    const account = String(event.data.account ?? "");
    const tell = (/** @type {object} */ how) => event.source?.postMessage({ book: contents, ...how });
    event.waitUntil(keep(contents, account, tell).catch(() => tell({ failed: true })));
  });

  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (PACK.test(pathname)) {
      event.stopImmediatePropagation(); // what answers it below does not
      event.respondWith(fetch(request).catch(async () => (await kept(pathname)) ?? Response.error()));
    } else if (request.destination === "document" && PAGE.test(pathname)) {
      event.stopImmediatePropagation();
      event.respondWith(fetch(request).catch(() => instead(pathname, search)));
    }
  });

  /** A page that cannot be fetched, as it is kept. @param {string} pathname @param {string} search */
  async function instead(pathname, search) {
    const language = pathname.startsWith("/fr/") ? "fr" : "en";
    const stored = (await kept(pathname + search)) ?? (await kept(pathname));
    return stored ?? (await kept(worker.offline.pages[language])) ?? Response.error();
  }

  /**
   * A book with its contents, which are put down last: where they are, all is.
   * @param {string} contents @param {string} account of whoever takes it along @param {(how: object) => void} tell
   */
  async function keep(contents, account, tell) {
    const book = await (await fetched(contents)).json();
    const cache = await caches.open(`book${contents}`);
    /** @type {Set<string>} what this time has been kept: what an earlier one has left goes */
    const needed = new Set([contents]);
    const keepPage = async (/** @type {string} */ address, name = address) => {
      for (const file of await keepWith(cache, address, name)) needed.add(file);
      needed.add(name);
    };
    /** @type {object[]} */
    const puzzles = [];
    const left = [...book.left];
    const waiting = [...book.puzzles]; // those whose packs the site is still making come to the end
    for (let round = 0; waiting.length; round++) {
      const puzzle = waiting.shift();
      tell({ done: puzzles.length, count: book.puzzles.length });
      const isLast = round >= book.puzzles.length;
      const pack = await answered(puzzle.pack, isLast ? MOST_TRIES : 1);
      const why = pack ? await keepPack(cache, puzzle.pack, pack) : book.late;
      if (!pack && !isLast) waiting.push(puzzle);
      else if (why) left.push({ ...puzzle, why });
      else {
        needed.add(puzzle.pack);
        await keepPage(puzzle.href, new URL(puzzle.href, location.origin).pathname);
        puzzles.push(puzzle);
      }
    }
    await keepPage(book.href);
    const whole = {
      ...book,
      puzzles,
      left: left.sort((one, other) => one.number - other.number),
      account,
      at: Date.now(),
    };
    await cache.put(contents, new Response(JSON.stringify(whole), { headers: { "Content-Type": "application/json" } }));
    const old = (await cache.keys()).filter(({ url }) => !needed.has(new URL(url).pathname));
    await Promise.all(old.map((request) => cache.delete(request, { ignoreVary: true })));
    tell({ kept: true });
  }

  /** Why there is none, if there is none. @param {Cache} cache @param {string} address @param {Response} answer */
  async function keepPack(cache, address, answer) {
    const { left } = await answer.clone().json();
    if (!left) await cache.put(address, packed(answer));
    return left;
  }

  /**
   * A page, with what it is drawn with: answers those files.
   * @param {Cache} cache @param {string} address @param {string} name under which it is found
   */
  async function keepWith(cache, address, name) {
    const answer = await fetched(address);
    const files = await drawnWith(answer);
    for (const file of files)
      if (!(await cache.match(file, { ignoreVary: true }))) await cache.put(file, packed(await fetched(file)));
    await cache.put(name, packed(answer));
    return files;
  }

  /** What everybody gets at an address. Rejects where there is nothing. @param {string} address */
  async function fetched(address) {
    const answer = await answered(address, MOST_TRIES);
    if (!answer) throw new Error(`there is no ${address} yet`);
    return answer;
  }

  /**
   * The same, or null where the site has still to make it after so many tries.
   * @param {string} address @param {number} most
   */
  async function answered(address, most) {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(new Request(address, { credentials: "omit", cache: "no-cache" }));
      if (answer.ok && answer.status !== 202 && !answer.redirected) return answer;
      if (answer.status !== 202 && answer.status !== 429) throw new Error(`there is no ${address}`);
      if (answer.status === 202 && tries >= most) return null;
      if (tries >= MOST_TRIES) throw new Error(`there is no ${address} yet`);
      const seconds = Number(answer.headers.get("Retry-After")) || SOON;
      await new Promise((go) => setTimeout(go, seconds * 1000));
    }
  }
})();
