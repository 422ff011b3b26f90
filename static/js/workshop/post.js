// @ts-check
// Sends something of the editor's. Where the cookie is gone by which the site knows its own forms, a new one is taken from
// the page as it is now, and it is sent once more.
import { csrfToken } from "../lib/csrf.js";

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {FormData} body
 */
export async function post(form, address, body, keepalive = false) {
  const mark = form.elements.csrfmiddlewaretoken;
  const send = () => {
    body.set(mark.name, csrfToken() || mark.value);
    return fetch(address, { method: "POST", body, keepalive, headers: { Accept: "application/json" } });
  };
  const answer = await send();
  if (answer.status !== 403) return answer;
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const now = /** @type {HTMLInputElement | null} */ (page.querySelector(`[data-form] [name=${mark.name}]`));
  if (!now) return answer;
  mark.value = now.value;
  return send();
}
