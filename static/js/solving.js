// The page on which a puzzle is solved. The server judges and draws what stands beside the board; this sends what the
// solver does, moves the cards, and plays what has happened. Without it everything works by links and forms.
import { Arranger } from "./arrange.js";
import { glide } from "./flip.js";
import { openKeys, watchCards } from "./peek.js";
import { listenToKeys } from "./solving-keys.js";
import { markForetold } from "./solving-foretell.js";
import { Table } from "./solving-table.js";
import { Steps } from "./steps.js";

const PLAYED_IN = 2600; // milliseconds for a whole Assault
const SLOWEST = 320;

const frame = document.getElementById("solve");
const board = document.getElementById("board");
const says = document.getElementById("solve-says");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const json = (id) => JSON.parse(document.getElementById(id).textContent);

const first = json("board-data");
const arranger = new Arranger(board, first);
const laid = new Map([["", json("begin-data")]]); // what the board looks like, by the line that is laid out
let state = json("solve-data");
let trace = null; // the steps on show, and what ends them
let busy = null; // what the server is being asked: its key, and a promise of its end
let kept = []; // what was pressed meanwhile

const table = new Table(board, first.abilities, { play, ready: toNow, answered });
watchCards(board, first.abilities);
settle(first, { isNew: false });

// What the server answers

async function ask(address, options) {
  const answer = await fetch(address, { ...options, headers: { "HX-Request": "true" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const side = page.getElementById("side");
  if (!side) throw new Error(`${answer.status}`);
  return side;
}

async function send(form, submitter) {
  if (busy) return keep(submitter);
  const end = hold(submitter);
  foresee(submitter?.value);
  try {
    swap(await ask(form.getAttribute("action"), { method: "POST", body: new FormData(form, submitter) }));
  } catch (wrong) {
    kept = [];
    if (wrong instanceof TypeError) tellOffline();
    else form.submit(); // what cannot be shown in place says so on a page of its own
  } finally {
    end();
  }
}

async function get(link) {
  if (busy) return keep(link);
  const end = hold(link);
  try {
    swap(await ask(link.href));
  } catch {
    kept = [];
    location.assign(link.href);
  } finally {
    end();
  }
}

// Begins to ask; answers what ends it.
function hold(asker) {
  let end;
  busy = { key: asker?.dataset?.key, done: new Promise((resolve) => (end = resolve)) };
  frame.toggleAttribute("aria-busy", true);
  return () => {
    busy = null;
    frame.toggleAttribute("aria-busy", false);
    end();
    while (!busy && kept.length) kept.shift().go();
  };
}

// What is pressed while the server is being asked has its turn after the answer; the same button twice counts once,
// but for taking back.
function keep(asker) {
  const key = asker?.dataset?.key;
  const before = kept.length ? kept.at(-1).key : busy.key;
  const { line } = state;
  if (!key && asker?.value) kept.push({ go: () => state.line === line && play(asker.value) });
  else if (key && (key !== before || key === "undo")) kept.push({ key, go: () => document.querySelector(`[data-key="${key}"]:not(:disabled)`)?.click() });
}

// Waits for the answer that is under way; answers whether there was one.
async function answered() {
  if (!busy) return false;
  await busy.done;
  return true;
}

// Beginning again and taking back are on the board before the server has answered: it will say the same.
function foresee(wanted) {
  if (wanted === "reset") put(laid.get(""));
  if (wanted === "undo") {
    const line = state.undone ?? null;
    if (line !== null && laid.has(line)) put(laid.get(line));
  }
}

function put(arrangement) {
  endTrace();
  table.let_go();
  arranger.load([arrangement]);
  glide(board, () => arranger.show(0));
}

function swap(side) {
  const old = document.getElementById("side");
  const key = document.activeElement?.closest?.("#side [data-key]")?.dataset.key;
  endTrace();
  old.replaceWith(side);
  const wasOpen = state.open;
  const before = state.says;
  state = json("solve-data");
  settle(json("board-data"), { isNew: true });
  if (key) side.querySelector(`[data-key="${key}"]:not(:disabled)`)?.focus({ preventScroll: true });
  if (state.says !== before) says.textContent = state.says;
  if (state.open && !wasOpen) document.dispatchEvent(new CustomEvent("grimoire:opened"));
}

function settle(data, { isNew }) {
  frame.dataset.view = state.view;
  frame.dataset.seat = state.seat;
  table.let_go();
  arranger.load(data.steps);
  const last = data.steps.length - 1;
  if (state.view === "laying") laid.set(state.line, whole(data.steps));
  const plays = isNew && !still.matches && ["preview", "failed", "solved"].includes(state.view);
  const begin = plays ? state.from : data.step;
  if (isNew) glide(board, () => arranger.show(begin));
  if (document.getElementById("trace")) startTrace(last, data.step, begin);
  table.load(state);
  markForetold(board, ["laying", "failed"].includes(state.view));
  if (plays) playOn(begin, last);
}

// The last of some steps as a step of its own.
function whole(steps) {
  return steps.reduce((one, next) => ({
    zones: { ...one.zones, ...next.zones },
    seats: { ...one.seats, ...next.seats },
    status: next.status,
  }));
}

// The trace

function startTrace(last, shown, begin) {
  const ends = new AbortController();
  const show = (step) => glide(board, () => {
    table.let_go();
    arranger.show(step);
    table.load(step === last ? state : { ...state, legal: [] });
  });
  trace = { ends, last, timer: 0, steps: new Steps(last, shown, show, { signal: ends.signal, addresses: false }) };
  if (begin !== shown) trace.steps.go(begin);
}

function endTrace() {
  if (!trace) return;
  clearInterval(trace.timer);
  trace.ends.abort();
  trace = null;
}

// Plays what has happened; whoever touches anything has it stand still.
function playOn(begin, last) {
  if (!trace || begin >= last) return;
  const now = trace;
  const stop = () => clearInterval(now.timer);
  now.timer = setInterval(() => {
    now.steps.go(now.steps.step + 1);
    if (now.steps.step >= last) stop();
  }, Math.min(PLAYED_IN / (last - begin), SLOWEST));
  for (const name of ["pointerdown", "keydown", "wheel"]) {
    document.addEventListener(name, stop, { signal: now.ends.signal, passive: true });
  }
}

// To where cards can be played: the last step, out of a preview. Answers whether the board is there.
async function toNow() {
  if (state.view === "preview") {
    const link = document.querySelector('[data-key="preview"]');
    if (link) await get(link);
  } else if (trace && trace.steps.step !== trace.last) {
    clearInterval(trace.timer);
    trace.steps.go(trace.last);
  }
  return state.view === "laying";
}

function play(action) {
  const form = document.querySelector('[data-solve="play"]');
  const button = form?.querySelector(`button[value="${action}"]`);
  if (button) send(form, button);
}

function tellOffline() {
  const note = document.createElement("p");
  note.className = "note bad";
  note.setAttribute("role", "alert");
  note.textContent = frame.dataset.offline;
  document.querySelector("#side .note")?.remove();
  document.querySelector("#side .coach").after(note);
  if (laid.has(state.line) && state.view === "laying") put(laid.get(state.line));
  table.load(state);
}

// What the solver does

// A double click is one: the answer may have put another button under its second half.
let pressed;
document.addEventListener("click", (event) => {
  const key = event.target.closest("#side [data-key]")?.dataset.key;
  if (event.detail < 2 || key === pressed) pressed = key;
  else {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, { capture: true });

document.addEventListener("submit", (event) => {
  const form = event.target.closest("#side form[data-solve]");
  if (!form) return;
  event.preventDefault();
  send(form, event.submitter);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys-help]")) openKeys();
  const link = event.target.closest("a[data-solve-get]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  get(link);
});

addEventListener("pageshow", (event) => {
  if (event.persisted) get({ href: location.href }); // out of the browser's memory: things may have gone on since
});

listenToKeys(table, board);
