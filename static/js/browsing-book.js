// @ts-check
// The order of a book's pages: buttons, keys and drags send one change each; the server answers with the new order.
import { data, the } from "./lib/elements.js";
import { closest, elementOf } from "./lib/events.js";

const list = () => the("#order");
const rows = () => [...list().querySelectorAll(".order-row")];
let last = Promise.resolve();

/**
 * One after the other, so that quick keys do not overtake each other. Titles that were typed go along.
 * @param {string} act
 * @param {string} token
 * @param {Record<string, any>} extra
 * @param {{on: string, at: number}} focus
 */
function change(act, token, extra, focus) {
  last = last
    .then(async () => {
      const form = the("[data-order]", HTMLFormElement, list());
      const values = { ...Object.fromEntries(new FormData(form)), act: `${act} ${token}`, ...extra };
      await htmx.ajax("POST", form.action, { target: "#order", swap: "outerHTML settle:0ms", values });
      const row =
        list().querySelector(`.order-row[data-page="${token}"]`) ?? rows()[Math.min(focus.at, rows().length) - 1];
      (
        row?.querySelector(`${focus.on}:not(:disabled)`) ??
        row?.querySelector("[data-grip]") ??
        list().querySelector("a")
      )?.focus();
    })
    .catch(() => {});
}

/** @param {HTMLElement} row */
const placeOf = (row) => Number(row.dataset.number);

document.addEventListener("submit", (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  if (!elementOf(event).matches("[data-order]") || !("htmx" in window)) return;
  event.preventDefault();
  const [act, token] = (button?.value ?? "save").split(" ");
  const row = button?.closest(".order-row");
  change(
    act,
    token ?? row?.dataset.page ?? "",
    {},
    { on: token ? `[data-act=${act}]` : "summary", at: row ? placeOf(row) : 1 },
  );
});

document.addEventListener("keydown", (event) => {
  if (!elementOf(event).matches?.("[data-grip]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = closest(event, ".order-row");
  if (!row) return;
  const focus = { on: "[data-grip]", at: placeOf(row) };
  const token = data(row, "page");
  if (event.key === "ArrowUp" || event.key === "ArrowLeft") change("up", token, {}, focus);
  else if (event.key === "ArrowDown" || event.key === "ArrowRight") change("down", token, {}, focus);
  else if (event.key === "Home") change("move", token, { to: 1 }, focus);
  else if (event.key === "End") change("move", token, { to: rows().length }, focus);
  else if (event.key === "Delete") change("remove", token, {}, focus);
  else return;
  event.preventDefault();
});

// --- Dragging by the grip, with a mouse, a pen or a finger ---

/** @type {HTMLElement | null} */
let dragged = null;
/** @type {HTMLElement | null} */
let over = null;

/** @param {HTMLElement | null} row */
function mark(row) {
  for (const each of rows()) each.classList.remove("over-above", "over-below");
  over = dragged && row !== dragged ? row : null;
  if (over && dragged) over.classList.add(placeOf(over) < placeOf(dragged) ? "over-above" : "over-below");
}

document.addEventListener("pointerdown", (event) => {
  const grip = closest(event, "[data-grip]");
  if (!grip || event.button) return;
  dragged = grip.closest(".order-row");
  dragged?.classList.add("is-dragged");
  grip.setPointerCapture(event.pointerId);
});
document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const edge = 60;
  if (event.clientY < edge) scrollBy(0, -14);
  else if (event.clientY > innerHeight - edge) scrollBy(0, 14);
  mark(document.elementFromPoint(event.clientX, event.clientY)?.closest(".order-row") ?? null);
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    if (!dragged) return;
    const [row, target] = [dragged, name === "pointerup" ? over : null];
    row.classList.remove("is-dragged");
    if (target) change("move", data(row, "page"), { to: placeOf(target) }, { on: "[data-grip]", at: placeOf(target) });
    mark(null);
    dragged = null;
  });
}
