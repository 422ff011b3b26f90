// @ts-check
// The decks with their faces, over the table: with the board when somebody first looks at a game that has just been
// dealt, as decks are revealed before they are shuffled; afterwards by a press. Their title has the focus, so that a key
// which was meant for the table does nothing.
import { data } from "../lib/elements.js";
import { closest, isPlainClick } from "../lib/events.js";
import { keep, recall } from "../lib/storage.js";

const SEEN = "decks that were seen";
const MOST = 40; // games that a browser keeps in mind

/** @param {string} game */
export function openDecks(game) {
  const found = document.getElementById("decks");
  if (!(found instanceof HTMLDialogElement)) return;
  const dialog = found;

  async function fetchAndShow() {
    if (!dialog.querySelector(".revealed"))
      await htmx.ajax("GET", data(dialog, "address"), { target: "#decks-shown", swap: "outerHTML settle:0ms" });
    if (dialog.querySelector(".revealed") && !document.querySelector("dialog[open]")) show();
  }

  function show() {
    dialog.showModal();
    dialog.scrollTop = 0;
    const seen = recall("localStorage", SEEN);
    keep("localStorage", SEEN, [game, ...(Array.isArray(seen) ? seen : [])].slice(0, MOST));
  }

  document.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
    if (!closest(event, "a[data-decks]") || !isPlainClick(event)) return;
    event.preventDefault();
    fetchAndShow();
  });
  // Whoever has pressed something on this page already is not interrupted.
  const pressed = performance.eventCounts;
  if (typeof pressed?.get === "function" && ["pointerdown", "keydown"].some((kind) => pressed.get(kind))) return;
  if ("firstLook" in dialog.dataset && !recall("localStorage", SEEN)?.includes?.(game)) show();
}
