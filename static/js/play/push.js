// @ts-check
// Messages of the site that reach this browser when no page of ours is open (Web Push). The site's worker shows them.
import { csrfToken } from "../lib/csrf.js";
import { data, the } from "../lib/elements.js";
import { keep, recall } from "../lib/storage.js";
import { registerWorker } from "../lib/worker.js";

const SAID = "play-push-said"; // the server knows of this browser: it is told once in each session, and per language
const TRIED = "play-push-tried";

/**
 * Whether this browser and the site can do it.
 * @param {HTMLElement} box
 */
export const canPush = (box) => Boolean(box.dataset.pushKey) && "serviceWorker" in navigator && "PushManager" in window;

/** What this browser has asked of its push service; null where it has not. */
async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Asks the browser's push service for messages, and tells the server where they go; whether they will come.
 * @param {HTMLElement} box
 */
export async function startPush(box) {
  try {
    await registerWorker();
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = bytes(data(box, "pushKey"));
    let made = await pushManager.getSubscription();
    if (made && !isSame(made.options.applicationServerKey, key)) {
      await made.unsubscribe(); // the site has another key now, and nothing it sends would arrive
      made = null;
    }
    made ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    if (await tell(box, data(box, "pushAddress"), { endpoint, keys })) {
      keep("sessionStorage", SAID, data(box, "pushAddress"));
      return true;
    }
    await made.unsubscribe();
  } catch {
    // No push service can be reached, or the browser has none: it can still tell while a page is open.
  }
  return false;
}

/**
 * What was asked for before goes on: the server learns once in a session that this browser is still there, for whom and in
 * which language. Answers whether messages come.
 * @param {HTMLElement} box
 */
export async function goOnPushing(box) {
  if ((await subscription().catch(() => null)) && recall("sessionStorage", SAID) === data(box, "pushAddress"))
    return true;
  if (recall("sessionStorage", TRIED) === "yes") return false;
  keep("sessionStorage", TRIED, "yes");
  const comes = await startPush(box);
  if (comes) keep("sessionStorage", TRIED, "");
  return comes;
}

/**
 * No more messages.
 * @param {HTMLElement} box
 */
export async function stopPush(box) {
  keep("sessionStorage", SAID, "");
  const made = await subscription().catch(() => null);
  if (!made) return;
  await tell(box, data(box, "stopAddress"), { endpoint: made.endpoint });
  await made.unsubscribe().catch(() => false);
}

/**
 * @param {HTMLElement} box
 * @param {string} address
 * @param {object} body
 */
async function tell(box, address, body) {
  const token = csrfToken() || the("[name=csrfmiddlewaretoken]", HTMLInputElement, box).value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
  return Boolean(answer?.ok);
}

/** @param {string} text in base64url */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * @param {ArrayBuffer | null} buffer
 * @param {Uint8Array} wanted
 */
function isSame(buffer, wanted) {
  const given = new Uint8Array(buffer ?? []);
  return given.length === wanted.length && given.every((byte, at) => byte === wanted[at]);
}
