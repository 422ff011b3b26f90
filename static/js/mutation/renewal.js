// @ts-check
// The part of a session's page that follows the session asks for itself anew while the page is seen.

const EVERY = 3000; // milliseconds

/** Whether somebody is writing something, or has a form unfolded: what they do is not taken from under their hands. */
function isBusy() {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && focused.type === "text" && !focused.readOnly) return true;
  if (focused instanceof HTMLSelectElement || focused instanceof HTMLTextAreaElement) return true;
  return document.querySelector("#part details[open]:not([data-stays])") !== null;
}

function renew() {
  const part = document.querySelector("[data-renews]");
  if (part && document.visibilityState === "visible" && !isBusy()) htmx.trigger(part, "renew");
}

export function watchRenewal() {
  // Nothing has changed: there is nothing in the answer to be drawn.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.xhr.status === 304) detail.shouldSwap = false;
  });
  // It is closed to whoever looks, or gone: what is still shown would be out of date, and may be private by now.
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.elt.hasAttribute("data-renews") && [403, 404].includes(detail.xhr.status)) location.reload();
  });
  setInterval(renew, EVERY);
  document.addEventListener("visibilitychange", renew);
}
