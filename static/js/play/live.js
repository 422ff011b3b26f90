// @ts-check
// Hears that a game has gone on: from its stream, and where streams are blocked by asking now and then.

const PATIENCE = 4000; // milliseconds without a connection before the page says so
const POLL = 5000;
const STREAM_AGAIN = 12; // answers by asking, after which the stream is tried again: it may have been away for a while
const KINDS = ["state", "step", "notice"];
const PHRASE = "phrase";
const PRESENCE = ["connected", "disconnected"]; // which the table does not show

/**
 * @param {HTMLElement} frame names the addresses of the stream and of the steps
 * @param {object} does
 * @param {() => number} does.version the version that is shown
 * @param {(version: number | null) => void} does.news the game is at a version; null for what is no version
 * @param {(said: {seat: string, phrase: string}) => void} does.heard somebody says a phrase
 * @returns {{missed: () => void, reached: () => void}} to tell that what is new could not be fetched, and that it could
 */
export function listen(frame, { version, news, heard }) {
  const lost = document.querySelector("[data-lost]");
  let timer = 0;
  /** @type {number | null} */
  let latest = null; // what was told; what the page asked because of it may have failed
  let isDown = false;
  let isMissed = false; // a stream that is open may tell of what no server gives
  let answers = 0; // had by asking

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

  function show() {
    if (lost) lost.hidden = !isDown && !isMissed;
  }

  /** @param {boolean} value */
  function miss(value) {
    isMissed = value;
    show();
  }

  function doubt() {
    if (!timer) timer = setTimeout(() => tell(true), PATIENCE);
  }

  function open() {
    const opened = new EventSource(`${frame.dataset.stream}?since=${version()}`);
    // A stream that is open still may go on saying things after the device has lost its network.
    opened.addEventListener("open", () => {
      tell(!navigator.onLine);
      again();
    });
    for (const kind of KINDS)
      opened.addEventListener(kind, (event) => {
        tell(!navigator.onLine);
        const said = JSON.parse(event.data);
        if (kind !== "notice") {
          latest = said.version;
          news(latest);
        } else if (said.kind === PHRASE) heard(said);
        else if (!PRESENCE.includes(said.kind)) news(null);
      });
    opened.addEventListener("error", () => {
      doubt();
      if (opened.readyState === EventSource.CLOSED) setTimeout(poll, POLL);
    });
    return opened;
  }

  let source = open();

  addEventListener("offline", () => tell(true));
  addEventListener("online", () => {
    if (source.readyState === EventSource.OPEN) tell(false);
    again();
  });

  async function poll() {
    try {
      const answer = await fetch(`${frame.dataset.steps}?since=${version()}`);
      if (!answer.ok) throw new Error(`${answer.status}`);
      tell(false);
      const steps = await answer.json();
      if (steps.length) news(steps.at(-1).version);
      answers += 1;
      if (answers % STREAM_AGAIN === 0) {
        source = open(); // which asks on, if it is refused again
        return;
      }
    } catch {
      doubt();
    }
    setTimeout(poll, POLL);
  }

  return { missed: () => miss(true), reached: () => miss(false) };
}
