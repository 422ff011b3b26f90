// @ts-check
// Hears that a game has gone on: from its stream, and where streams are blocked by asking now and then. A stream may be
// open and dead, as after a phone has slept: the server gives a sign of life at least every 15 seconds, and whoever comes
// back to the page has it ask at once.
import { data, json, the } from "../lib/elements.js";

const PATIENCE = 4000; // milliseconds without a connection before the page says so
const SILENCE = 35_000; // two signs of life have not come
const ANSWER = 10_000; // for an answer
const TOGETHER = 300; // what says that somebody is back comes together
const POLL = 5000;
const STREAM_AGAIN = 12; // answers by asking, after which the stream is tried again: it may have been away for a while
const LOST = [404, 409]; // the game is not there any more, or can't be read: its page says which
const KINDS = ["state", "step", "notice"];
const BEAT = "beat";
const PHRASE = "phrase";
const CHAT = "chat";
/** @type {Record<string, import("./presence.js").Presence>} */
const CONNECTIONS = { connected: "here", disconnected: "gone" };
const PRESENCE = "presence";
const CLOCKS = "clocks";

/**
 * @param {HTMLElement} frame names the addresses of the stream and of the game
 * @param {object} does
 * @param {() => number} does.version the version that is shown
 * @param {(version: number | null) => void} does.news the game is at a version; null for what is no version
 * @param {(said: {seat: string, phrase: string}) => void} does.heard somebody says a phrase
 * @param {() => void} does.chatted there may be something new in the chat
 * @param {(told: {seat: string, presence: import("./presence.js").Presence}) => void} does.present who is there
 * @param {(told: import("./clocks.js").Heard) => void} does.timed the clocks, where the stream begins
 * @param {() => void} does.opened the stream is open, perhaps again
 * @returns {{missed: () => void, unsent: () => void, reached: () => void}} to tell that what is new could not be fetched,
 *   that what was pressed did not arrive, and that something did
 */
export function listen(frame, { version, news, heard, chatted, present, timed, opened }) {
  const lost = document.querySelector("[data-lost]");
  let timer = 0;
  /** @type {number | null} */
  let latest = null; // what was told; what the page asked because of it may have failed
  let isDown = false;
  let isMissed = false; // a stream that is open may tell of what no server gives
  let isUnsent = false;
  let answers = 0; // had by asking
  let tag = ""; // of the last answer
  let silence = 0; // the timer that ends it
  let heardAt = 0;
  let waking = 0;
  let isLeft = false;
  /** @type {EventSource} */
  let source;

  function again() {
    if (latest !== null) news(latest);
  }

  /** @param {boolean} isLost */
  function tell(isLost) {
    clearTimeout(timer);
    timer = 0;
    isDown = isLost;
    show();
  }

  // One message, whatever is amiss: what the page does about it, and what somebody has to do.
  function show() {
    if (!lost) return;
    const isAway = isDown || isMissed;
    lost.hidden = !isAway && !isUnsent;
    the("[data-away]", lost).hidden = !isAway;
    the("[data-unsent]", lost).hidden = !isUnsent;
  }

  function doubt() {
    if (!timer) timer = setTimeout(() => tell(true), PATIENCE);
  }

  function alive() {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(reopen, SILENCE);
  }

  function open() {
    const stream = new EventSource(`${frame.dataset.stream}&since=${version()}`);
    source = stream;
    alive();
    // A stream that is open still may go on saying things after the device has lost its network.
    stream.addEventListener("open", () => {
      alive();
      tell(!navigator.onLine);
      again();
      if (json("offers-data").length) ask(); // of one that ended before this, the stream says nothing
      opened();
      chatted();
    });
    stream.addEventListener(BEAT, alive);
    for (const kind of KINDS)
      stream.addEventListener(kind, (event) => {
        alive();
        tell(!navigator.onLine);
        const said = JSON.parse(event.data);
        if (kind !== "notice") {
          latest = said.version;
          news(latest);
        } else if (said.kind === PHRASE) heard(said);
        else if (said.kind === CHAT) chatted();
        else if (said.kind === PRESENCE) present(said);
        else if (said.kind === CLOCKS) timed(said);
        else if (said.kind in CONNECTIONS) present({ seat: said.seat, presence: CONNECTIONS[said.kind] });
        else news(null);
      });
    stream.addEventListener("error", () => {
      doubt();
      if (stream.readyState !== EventSource.CLOSED) return;
      clearTimeout(silence);
      setTimeout(poll, POLL);
    });
  }

  /** Instead of a stream that says nothing. */
  function reopen() {
    source.close();
    doubt();
    open();
    ask();
  }

  /** Asks once how the game stands; answers whether that could be had. */
  async function ask() {
    try {
      const answer = await fetch(data(frame, "look"), {
        headers: new Headers(tag ? { "If-None-Match": tag } : {}),
        signal: AbortSignal.timeout(ANSWER),
      });
      if (LOST.includes(answer.status)) return leave();
      if (!answer.ok && answer.status !== 304) throw new Error(`${answer.status}`);
      tell(!navigator.onLine);
      if (answer.status === 304) return true;
      tag = answer.headers.get("ETag") ?? "";
      const now = await answer.json();
      for (const [seat, { presence }] of Object.entries(now.seats)) if (presence) present({ seat, presence });
      if (now.version > version()) news(now.version);
      if (JSON.stringify(now.offers) !== JSON.stringify(json("offers-data"))) news(null);
      return true;
    } catch {
      doubt();
      return false;
    }
  }

  /** For good: what the page says of the game itself has nothing that listens. */
  function leave() {
    isLeft = true;
    source.close();
    clearTimeout(silence);
    location.reload();
    return false;
  }

  async function poll() {
    if (await ask()) {
      answers += 1;
      chatted();
    }
    if (answers === STREAM_AGAIN) {
      answers = 0;
      open(); // which asks on, if it is refused again
    } else if (!isLeft) setTimeout(poll, POLL);
  }

  // Somebody is back, or the network is: what went on meanwhile is asked for at once, once.
  function wake() {
    clearTimeout(waking);
    waking = setTimeout(() => {
      if (document.visibilityState !== "visible") return;
      if (source.readyState !== EventSource.CLOSED && Date.now() - heardAt > SILENCE) reopen();
      else ask();
      again();
    }, TOGETHER);
  }

  open();
  addEventListener("offline", () => tell(true));
  addEventListener("online", () => {
    if (source.readyState === EventSource.OPEN) tell(false);
  });
  for (const back of ["online", "focus"]) addEventListener(back, wake);
  document.addEventListener("visibilitychange", wake);
  addEventListener("load", () => setTimeout(() => addEventListener("pageshow", wake))); // but for that of the load itself

  return {
    missed: () => {
      isMissed = true;
      show();
    },
    unsent: () => {
      isUnsent = true;
      show();
    },
    reached: () => {
      isMissed = isUnsent = false;
      show();
    },
  };
}
