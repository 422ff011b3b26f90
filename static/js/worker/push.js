// @ts-check
// Part of the site's worker (templates/sw.js): shows what the server tells of one's games, and leads there when pressed.
(() => {
  const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (self));

  worker.addEventListener("push", (event) => {
    /** @type {{ game: string, url: string, title: string, body: string }} */
    const told = event.data.json();
    const { game, url, title, body } = told;
    const shown = {
      body,
      tag: game,
      data: { url },
      icon: worker.notificationIcon,
      lang: url.startsWith("/fr/") ? "fr" : "en",
    };
    event.waitUntil(worker.registration.showNotification(title, shown));
  });

  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(new URL(event.notification.data.url, worker.location.origin)));
  });

  /** @param {URL} address of a page of ours, which is shown if it is open in some window, and else opened */
  async function open(address) {
    if (address.origin !== worker.location.origin) return;
    const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find(({ url }) => new URL(url).pathname === address.pathname);
    await (there ? there.focus() : worker.clients.openWindow(address.href));
  }
})();
