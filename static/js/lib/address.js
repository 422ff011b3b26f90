// @ts-check
// The page of its address. A step through the history that is taken before htmx listens changes the address alone: what
// is shown would stay that of another one.

/** @param {string} address */
const withoutFragment = (address) => address.split("#")[0];

// htmx listens from here on, too, and its scripts have asked for this before: nothing is missed in between.
document.addEventListener("DOMContentLoaded", () => {
  const [loaded] = performance.getEntriesByType("navigation");
  if (loaded && withoutFragment(loaded.name) !== withoutFragment(location.href)) location.reload();
});
