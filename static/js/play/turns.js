// @ts-check
// "Tell me when it is my turn": the site sends messages where it and the browser can (push.js); else these are the browser's
// own notifications, from any page of ours that is open. What was wished is kept in this browser; each turn is told once,
// and only to somebody who is not looking.
import { the } from "../lib/elements.js";
import { keep, recall } from "../lib/storage.js";
import { canPush, goOnPushing, startPush, stopPush } from "./push.js";

/** @typedef {{ key: string, game: string, url: string, title: string, body: string }} Turn */

const EVERY = 10_000; // milliseconds
const WISH = "play-notify";

export function watchTurns() {
  const box = /** @type {HTMLElement} */ (document.querySelector("[data-notify]"));
  if (!box) return;
  const button = the("button", HTMLButtonElement, box);
  const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
  if (!("Notification" in window)) {
    // Safari on phones has them in what stands on the Home Screen alone.
    if (/** @type {any} */ (navigator).standalone !== false || !status.dataset.install) return;
    button.hidden = true;
    status.textContent = status.dataset.install;
    box.hidden = false;
    return;
  }
  // The server sends no message about a game that is open somewhere: that page tells of it, and of no other.
  const here = /** @type {HTMLElement} */ (document.querySelector("[data-stream][data-game]"))?.dataset.game;
  let isPushed = false;
  /** @type {Set<string> | null} */
  let known = null; // the turns that were told, or were there when the page began to ask

  const isOn = () => recall("localStorage", WISH) === "on" && Notification.permission === "granted";

  function show() {
    box.hidden = false;
    button.setAttribute("aria-pressed", String(isOn()));
    const refused = Notification.permission === "denied";
    const on = isPushed ? status.dataset.pushed : status.dataset.on;
    status.textContent = (refused ? status.dataset.refused : isOn() && on) || "";
  }

  /** @param {Turn} turn */
  async function tell({ game, url, title, body }) {
    if (isPushed && game !== here) return;
    const registration = isPushed ? await navigator.serviceWorker.getRegistration("/") : undefined;
    if (registration) {
      // On phones a page cannot show any by itself. The worker leads to the game when it is pressed.
      await registration.showNotification(title, { body, tag: game, icon: "/favicon.ico", data: { url } });
      return;
    }
    const notification = new Notification(title, { body, tag: game, icon: "/favicon.ico" });
    notification.addEventListener("click", () => {
      window.focus();
      location.assign(url);
    });
  }

  async function ask() {
    const address = box.dataset.turnsAddress;
    if (!address || !isOn()) return;
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    /** @type {{ count: number, games: Turn[] }} */
    const { games } = await answer.json();
    const told = known;
    if (told && !document.hasFocus()) games.filter(({ key }) => !told.has(key)).forEach(tell);
    known = new Set(games.map(({ key }) => key));
  }

  async function turnOn() {
    if ((await Notification.requestPermission()) !== "granted") return;
    keep("localStorage", WISH, "on");
    if (canPush(box)) isPushed = await startPush(box);
  }

  async function turnOff() {
    keep("localStorage", WISH, "off");
    if (canPush(box)) await stopPush(box);
    isPushed = false;
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    await (isOn() ? turnOff() : turnOn());
    button.disabled = false;
    known = null;
    show();
    ask();
  });

  async function begin() {
    show();
    if (isOn() && canPush(box)) {
      isPushed = await goOnPushing(box);
      show();
    }
    ask();
    setInterval(ask, EVERY);
  }

  begin();
}
