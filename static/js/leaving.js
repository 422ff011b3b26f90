// @ts-check
// Somebody has signed out, or deleted everything: what this browser has kept of their work goes before other scripts look
// for it. How the page looks stays.
(() => {
  const STAYS = "theme";
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      /** @type {Storage} */
      const store = Reflect.get(window, name);
      for (const key of Object.keys(store)) if (key !== STAYS) store.removeItem(key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
  // What the site would tell of their games is not for whoever comes next: without it the server soon forgets the browser.
  navigator.serviceWorker
    ?.getRegistration("/")
    .then((registration) => registration?.pushManager?.getSubscription())
    .then((made) => made?.unsubscribe())
    .catch(() => {});
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way
  document.cookie = "drafts-end=; Max-Age=0; Path=/; SameSite=Lax";
})();
