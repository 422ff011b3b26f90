// @ts-check
// The site's worker (templates/sw.js): it shows messages, and a page of the site where the network gives none.

const ADDRESS = "/sw.js"; // from there it may look after the whole site

/** Registers it, or finds it registered; rejects where the browser has no workers. */
export const registerWorker = async () => navigator.serviceWorker.register(ADDRESS, { scope: "/" });

/** Has it look after pages that are opened without a network, where the browser can. */
export function preparePagesOffline() {
  registerWorker().catch(() => {}); // then the browser's own page says that there is no network
}

/** Whether the site cannot be reached just now, whatever the browser believes. */
export const isAway = () =>
  fetch(ADDRESS, { method: "HEAD", cache: "no-store" }).then(
    () => false,
    () => true,
  );
