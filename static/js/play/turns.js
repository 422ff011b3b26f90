// @ts-check
// "Tell me when it is my turn": the browser's own notifications, from any page of ours that is open. What was wished is
// kept in this browser; each turn is told once, and only to somebody who is not looking.
import { the } from "../lib/elements.js";
import { keep, recall } from "../lib/storage.js";

/** @typedef {{ key: string, game: string, url: string, title: string, body: string }} Turn */

const EVERY = 10_000; // milliseconds
const WISH = "play-notify";

export function watchTurns() {
  const box = /** @type {HTMLElement} */ (document.querySelector("[data-notify]"));
  if (!box || !("Notification" in window)) return;
  const button = the("button", box);
  const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
  /** @type {Set<string> | null} */
  let known = null; // the turns that were told, or were there when the page began to ask

  const isOn = () => recall("localStorage", WISH) === "on" && Notification.permission === "granted";

  function show() {
    box.hidden = false;
    button.setAttribute("aria-pressed", String(isOn()));
    const refused = Notification.permission === "denied";
    status.textContent = (refused ? status.dataset.refused : isOn() && status.dataset.on) || "";
  }

  /** @param {Turn} turn */
  function tell({ game, url, title, body }) {
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

  button.addEventListener("click", async () => {
    if (isOn()) keep("localStorage", WISH, "off");
    else if ((await Notification.requestPermission()) === "granted") keep("localStorage", WISH, "on");
    known = null;
    show();
    ask();
  });
  show();
  ask();
  setInterval(ask, EVERY);
}
