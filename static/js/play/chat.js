// @ts-check
// The chat of a private table. The stream says only that there is something new: what of it this reader sees is fetched.
// New lines are added to those that are there, so that screen readers read them and no others, and a line that is being
// written stays.
import { all, data, parse } from "../lib/elements.js";

const RETRY = 3000; // milliseconds after which what could not be fetched is asked for again
const LINE = "[data-line]";

/** @param {(said: {seat: string, text: string}) => void} spoken shows what another player has just written */
export function openChat(spoken) {
  let isBusy = false;
  let isNoticed = false;
  let timer = 0;

  const place = () => /** @type {HTMLElement | null} */ (document.querySelector("#chat"));
  /** @param {ParentNode} within */
  const list = (within) => /** @type {HTMLElement | null} */ (within.querySelector("[data-chat-lines]"));

  /** Shows the latest line, where there is no room for all. */
  function scroll() {
    const log = document.querySelector("[data-chat-log]");
    if (log) log.scrollTop = log.scrollHeight;
  }

  async function refresh() {
    const chat = place();
    if (!chat) return;
    isNoticed = true;
    if (isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    try {
      while (isNoticed) {
        isNoticed = false;
        const { seat } = /** @type {HTMLElement} */ (document.querySelector("#table")).dataset;
        const address = `${data(chat, "chat")}?${new URLSearchParams({ seat: seat ?? "" })}`;
        const answer = await fetch(address, { headers: { "HX-Request": "true" } });
        if (!answer.ok) throw new Error(`${answer.status}`);
        draw(parse(await answer.text()));
      }
    } catch {
      timer = setTimeout(refresh, RETRY);
    } finally {
      isBusy = false;
    }
  }

  /** @param {DocumentFragment} fetched */
  function draw(fetched) {
    const [now, then, chat] = [list(document), list(fetched), fetched.querySelector("#chat")];
    if (!chat) return;
    if (!now || !then) {
      place()?.replaceWith(chat);
      if (chat instanceof HTMLElement) htmx.process(chat);
      scroll();
      return;
    }
    const kept = new Set(all(LINE, HTMLElement, then).map((line) => line.dataset.line));
    for (const line of all(LINE, HTMLElement, now)) if (!kept.has(line.dataset.line)) line.remove();
    const known = new Set(all(LINE, HTMLElement, now).map((line) => line.dataset.line));
    for (const line of all(LINE, HTMLElement, then)) {
      if (known.has(line.dataset.line)) continue;
      now.append(line);
      if (line.hasAttribute("data-own")) continue;
      spoken({ seat: data(line, "seat"), text: line.querySelector(".chat-text")?.textContent ?? "" });
    }
    scroll();
  }

  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target instanceof HTMLElement && target.id === "chat") scroll();
  });
  scroll();
  return { refresh };
}
