// @ts-check
// Hears that a game has gone on: from its stream, and where streams are blocked by asking now and then.

const PATIENCE = 4000; // milliseconds without a connection before the page says so
const POLL = 5000;
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

  const source = new EventSource(`${frame.dataset.stream}?since=${version()}`);
  // A stream that is open still may go on saying things after the device has lost its network.
  source.addEventListener("open", () => {
    tell(!navigator.onLine);
    again();
  });
  for (const kind of KINDS)
    source.addEventListener(kind, (event) => {
      tell(!navigator.onLine);
      const said = JSON.parse(event.data);
      if (kind !== "notice") {
        latest = said.version;
        news(latest);
      } else if (said.kind === PHRASE) heard(said);
      else if (!PRESENCE.includes(said.kind)) news(null);
    });
  source.addEventListener("error", () => {
    doubt();
    if (source.readyState === EventSource.CLOSED) setTimeout(poll, POLL);
  });

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
    } catch {
      doubt();
    }
    setTimeout(poll, POLL);
  }

  return { missed: () => miss(true), reached: () => miss(false) };
}
