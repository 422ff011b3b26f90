// @ts-check
// The forms of a session without a network: what they would send waits in this browser, is shown, and is sent later.

import { data, json, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { keep, recall } from "../lib/storage.js";
import { preparePagesOffline } from "../lib/worker.js";
import { Queue } from "./queue.js";

const AGAIN = 5000; // milliseconds
const PATIENCE = 10_000; // milliseconds for an answer
const AWAY = [502, 503, 504]; // the site is not there just now
const NOTE = "mutation:entered"; // what has arrived, to be told by the next page

/** @typedef {import("./queue.js").Waiting} Waiting */

/** Keeps, shows and sends what the forms of a page do that has `mutation/_queue.html`. */
export function watchForms() {
  const found = document.querySelector("#queue");
  if (!found) return;
  preparePagesOffline();
  const root = found;
  const names = json("queue-names");
  const words = the("#queue-words", HTMLTemplateElement).content;
  const row = the("#queue-row", HTMLTemplateElement).content;
  const list = the("[data-waiting]", root);
  const entered = the("[data-entered]", root);
  const queue = new Queue({
    session: data(root, "session"),
    account: data(root, "account"),
    address: data(root, "events"),
    token: the("[name=csrfmiddlewaretoken]", HTMLInputElement, root).value,
  });
  let isAsking = false;

  /**
   * What a form does, in words of the page.
   * @param {string} kind
   * @param {Record<string, string>} values
   */
  const sentence = (kind, values) =>
    the(`[data-word="${kind}"]`, words).textContent.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

  // Showing

  function show() {
    const all = queue.all();
    const said = recall("sessionStorage", NOTE) ?? [];
    root.hidden = !all.length && !said.length;
    list.replaceChildren(...all.map((one, place) => rowOf(one, all.slice(0, place).some(isRefused))));
    entered.replaceChildren(...said.map(lineOf));
    the("[data-head-waiting]", root).hidden = !all.length;
    the("[data-head-entered]", root).hidden = !said.length;
    markForms(all);
  }

  /** @param {Waiting} one */
  const isRefused = (one) => one.refused !== undefined;

  /** @param {string} text */
  function lineOf(text) {
    const made = document.createElement("li");
    made.textContent = text;
    return made;
  }

  /**
   * @param {Waiting} one
   * @param {boolean} isBehind something that was refused comes before it
   */
  function rowOf(one, isBehind) {
    const made = the("li", row).cloneNode(true);
    made.dataset.id = one.id;
    the("[data-means]", made).textContent = one.means;
    the("[data-waits]", made).hidden = isRefused(one) || isBehind;
    the("[data-behind]", made).hidden = !isBehind || isRefused(one);
    the("[data-conflict]", made).hidden = !isRefused(one);
    the("[data-again]", made).hidden = !isRefused(one);
    the("[data-says]", made).textContent = one.refused?.says ?? "";
    const meanwhile = one.refused?.meanwhile ?? [];
    the("[data-meanwhile]", made).hidden = !meanwhile.length;
    the("[data-meanwhile] ul", made).replaceChildren(...meanwhile.map(lineOf));
    for (const button of made.querySelectorAll("button"))
      button.setAttribute("aria-label", `${button.textContent.trim()}: ${one.means}`);
    return made;
  }

  /**
   * Forms of what waits already do it no second time.
   * @param {Waiting[]} all
   */
  function markForms(all) {
    const marks = new Set(all.map((one) => one.mark));
    const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-queues]"));
    for (const form of forms) {
      const waits = marks.has(markOf(form, new FormData(form)));
      form.inert = waits;
      form.classList.toggle("is-queued", waits);
      if (form.id) for (const button of document.querySelectorAll(`[form="${form.id}"]`)) button.inert = waits;
    }
  }

  // Keeping

  /**
   * @param {HTMLFormElement} form
   * @param {FormData} fields
   */
  const markOf = (form, fields) =>
    [form.dataset.queues, form.dataset.seat ?? fields.get("seat"), fields.get("game") ?? ""].join(" ");

  /**
   * What a form would send, as the ledger takes it.
   * @param {HTMLFormElement} form
   * @param {FormData} fields
   * @param {HTMLElement | null} button
   */
  function read(form, fields, button) {
    const text = (/** @type {string} */ name) => String(fields.get(name) ?? "").trim();
    const seat = form.dataset.seat ?? text("seat");
    const kind = text("kind") || data(form, "queues");
    const values = { seat: names[seat] ?? seat, game: text("game"), winner: names[text("winner")] ?? "" };
    const chosen = form.querySelector("input:checked")?.getAttribute("aria-label") ?? "";
    return {
      id: text("key") || crypto.randomUUID(),
      seat,
      events: form.dataset.events ? JSON.parse(form.dataset.events) : [eventOf(kind, fields, text)],
      expected: Number(text("seen")),
      means: sentence(kind, { ...values, card: chosen, what: form.dataset.what ?? "" }),
      mark: markOf(form, fields),
      from: location.href,
      button,
    };
  }

  /**
   * @param {string} kind
   * @param {FormData} fields
   * @param {(name: string) => string} text
   */
  function eventOf(kind, fields, text) {
    if (kind === "pick") return { kind, card: text("card") };
    if (kind === "deck") return { kind, cards: fields.getAll("cards") };
    const winner = text("winner");
    const reason = text("reason");
    return {
      kind,
      ...(fields.has("game") ? { game: Number(text("game")) } : {}),
      ...(winner ? { winner } : {}),
      ...(reason ? { reason } : {}),
    };
  }

  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.dataset.queues || "asIs" in form.dataset || event.defaultPrevented) return;
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    const waiting = queue.all();
    if (isAsking || waiting.some((one) => one.mark === markOf(form, fields))) return;
    const { button, ...one } = read(form, fields, event.submitter);
    if (navigator.onLine && !waiting.length) ask(form, fields, one, button);
    else later(one);
  });

  /** @param {Omit<Waiting, "account" | "known">} one */
  function later(one) {
    queue.add(one);
    show();
    root.scrollIntoView({ block: "nearest" });
    send();
  }

  /**
   * Sends a form, with its key: if no answer comes back it waits, and counts once though it may have arrived.
   * @param {HTMLFormElement} form
   * @param {FormData} fields
   * @param {Omit<Waiting, "account" | "known">} one
   * @param {HTMLElement | null} button
   */
  async function ask(form, fields, one, button) {
    fields.set("key", one.id);
    isAsking = true;
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.getAttribute("action") ?? "", {
        method: "POST",
        body: fields,
        keepalive: true, // who leaves the page at once has done it all the same
        headers: { "X-Requested-With": "queue" },
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (AWAY.includes(answer.status)) throw new Error(`${answer.status}`);
      const isLed = answer.ok && answer.headers.get("Content-Type")?.startsWith("application/json");
      if (isLed) location.assign((await answer.json()).to);
      else asItIs(form, button);
    } catch {
      later(one);
    } finally {
      isAsking = false;
      form.removeAttribute("aria-busy");
    }
  }

  /**
   * The browser's own way shows whatever page is the answer.
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} button
   */
  function asItIs(form, button) {
    form.dataset.asIs = "";
    form.requestSubmit(button);
  }

  // Sending

  async function send() {
    const [first] = queue.all();
    if (!first || first.refused || !navigator.onLine) return;
    const arrived = await queue.send();
    if (arrived.length || queue.all()[0]?.refused) show();
    if (!arrived.length) return;
    const told = recall("sessionStorage", NOTE) ?? [];
    keep("sessionStorage", NOTE, [...told, ...arrived.map((one) => one.means)]);
    // What was planned, or whose hand was open, is done: then its page begins anew. Any other stays where it is.
    if (arrived.some((one) => one.from === location.href)) location.assign(data(root, "here"));
    else location.reload();
  }

  root.addEventListener("click", (event) => {
    const button = closest(event, "button");
    const id = button?.closest("li")?.dataset.id;
    if (!button) return;
    if (button.hasAttribute("data-close")) keep("sessionStorage", NOTE, []);
    if (id && button.hasAttribute("data-drop")) queue.drop(id);
    if (id && button.hasAttribute("data-again")) queue.again(id);
    show();
    root.focus();
    send();
  });

  addEventListener("online", send);
  addEventListener("storage", show); // another tab of the same browser
  document.addEventListener("htmx:afterSettle", () => markForms(queue.all()));
  setInterval(send, AGAIN);
  show();
  send();
}
