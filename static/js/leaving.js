// @ts-check
// Somebody has signed out, or deleted everything: what this browser has kept of their work goes before other scripts look
// for it. How the page looks stays.
(() => {
  const STAYS = "theme";
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      const store = window[name];
      for (const key of Object.keys(store)) if (key !== STAYS) store.removeItem(key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way
  document.cookie = "drafts-end=; Max-Age=0; Path=/; SameSite=Lax";
})();
