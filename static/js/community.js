// @ts-check
// Below a page: forms answer in place (hx-post), addresses are copied, and a comment that is being typed outlives a
// reload. Everything works without this: the forms lead to pages of their own.
import { watchCopyButtons } from "./lib/clipboard.js";
import { the } from "./lib/elements.js";
import { elementOf } from "./lib/events.js";
import { forget, keep, recall } from "./lib/storage.js";

const READERS = "readers"; // the part that changes

// Forms: whatever does not go well is sent again as an ordinary form, whose answer says why.

/** @param {HtmxEvent} event */
function sendAgain({ detail }) {
  const form = detail.requestConfig?.elt;
  if (!(form instanceof HTMLFormElement)) return;
  form.setAttribute("hx-disable", "");
  htmx.process(form);
  form.requestSubmit(detail.requestConfig?.triggeringEvent?.submitter);
}

/**
 * Whether what asks, or has asked and is replaced by now, stands below the page.
 * @param {HtmxEvent} event
 */
const isOurs = ({ detail }) => Boolean(detail.requestConfig?.elt.closest(`#below, #${READERS}`));

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isOurs(event)) return;
  const { detail } = event;
  detail.shouldSwap = detail.xhr.status < 300 && detail.serverResponse.includes(`id="${READERS}"`);
  detail.isError = false;
  detail.target = the(`#${READERS}`); // another form's answer may have come meanwhile
  const asked = detail.requestConfig?.elt;
  if (!detail.shouldSwap) sendAgain(event);
  else if (asked && sends(asked)) forgetDraft(asked);
});
document.addEventListener("htmx:sendError", (event) => {
  if (isOurs(event)) sendAgain(event);
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (!isOurs(event) || elementOf(event).id !== READERS) return;
  restore();
  const asked = event.detail.requestConfig?.elt;
  if (asked && sends(asked)) document.querySelector(".said > li:last-child")?.focus();
});
for (const [name, isBusy] of /** @type {const} */ ([
  ["beforeRequest", "true"],
  ["afterRequest", "false"],
])) {
  document.addEventListener(`htmx:${name}`, (event) => {
    if (isOurs(event)) event.detail.elt.setAttribute("aria-busy", isBusy);
  });
}

watchCopyButtons();

// Drafts: kept in this tab until they are sent.

const DRAFT = "[data-page] [data-draft]";

/** @param {HTMLElement} form whether it is the one that sends a comment */
const sends = (form) => form.matches("[data-page]");

/** @param {HTMLElement} form */
const nameOf = (form) => `comment:${form.dataset.page}`;

/** @param {HTMLElement} form */
const forgetDraft = (form) => forget("sessionStorage", nameOf(form));

function restore() {
  for (const field of /** @type {NodeListOf<HTMLTextAreaElement>} */ (document.querySelectorAll(DRAFT))) {
    if (field.form) field.value ||= recall("sessionStorage", nameOf(field.form)) ?? "";
  }
}

document.addEventListener("input", (event) => {
  const field = /** @type {HTMLTextAreaElement} */ (event.target);
  if (field.form && field.matches(DRAFT)) keep("sessionStorage", nameOf(field.form), field.value);
});
// As an ordinary form it leads to another page.
document.addEventListener("submit", (event) => {
  const form = elementOf(event);
  if (sends(form) && (!form.hasAttribute("hx-post") || form.hasAttribute("hx-disable"))) forgetDraft(form);
});

restore();
