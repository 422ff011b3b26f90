// @ts-check
// Part of the site's worker (templates/sw.js): what its other parts keep pages with. Pages are kept packed, with the files
// that they are drawn with, and found by their address in whichever cache they lie.
(() => {
  const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (self));
  const PACKED = "Grimoire-Packed"; // all is kept packed: pages are a sixth of what they weigh
  const ADDRESSES = /(?:href|src|data-symbols)="([^"]+)"/g;

  /** What pages are drawn with: it says the same to everybody. @param {string} pathname */
  const isFile = (pathname) => worker.rules.files.some((start) => pathname.startsWith(start));

  /** The files that a page names. @param {Response} answer */
  async function drawnWith(answer) {
    const found = [...(await answer.clone().text()).matchAll(ADDRESSES)].map(
      ([, one]) => new URL(one, location.origin),
    );
    const ours = found.filter(({ origin, pathname }) => origin === location.origin && isFile(pathname));
    return new Set(ours.map(({ pathname }) => pathname));
  }

  /** @param {string} address */
  async function kept(address) {
    const stored = await caches.match(address, { ignoreVary: true });
    if (!stored?.body || !stored.headers.has(PACKED)) return stored;
    return new Response(stored.body.pipeThrough(new DecompressionStream("gzip")), { headers: stored.headers });
  }

  /** An answer as it is kept; a browser that cannot pack keeps it as it is. @param {Response} answer */
  function packed(answer) {
    if (!answer.body || typeof CompressionStream === "undefined") return answer;
    const headers = new Headers(answer.headers);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // those of the way here
    headers.set(PACKED, "gzip");
    return new Response(answer.body.pipeThrough(new CompressionStream("gzip")), { headers });
  }

  worker.keeping = { isFile, drawnWith, kept, packed };
})();
