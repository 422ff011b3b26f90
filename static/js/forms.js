// @ts-check
// Forms are sent with the token that counts now: who signed in or out in another tab has got another one meanwhile.

import { csrfToken } from "./lib/csrf.js";

const FIELD = "csrfmiddlewaretoken";

// Whoever sends a form: the browser, htmx, or a script that reads it with FormData.
document.addEventListener("formdata", ({ formData }) => {
  const token = csrfToken();
  if (token && formData.has(FIELD)) formData.set(FIELD, token);
});

// A page that says why a form was refused, and keeps what was typed, is no part of a page: the form is sent without htmx.
document.addEventListener("htmx:responseError", (event) => {
  const { xhr, elt } = /** @type {CustomEvent<{ xhr: XMLHttpRequest, elt: Element }>} */ (event).detail;
  const form = elt.closest("form");
  if (xhr.getResponseHeader("X-Form-Refused") && form?.method === "post" && form.hasAttribute("action")) form.submit();
});
