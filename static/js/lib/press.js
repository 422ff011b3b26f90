// @ts-check
// Whether a button or a finger is down. What is drawn anew under it loses its click, or its drag: so answers that change
// what can be pressed wait until it is let go.
const down = new Set();
/** @type {(() => void)[]} */
let waiting = [];

addEventListener("pointerdown", (event) => down.add(event.pointerId), true);
for (const name of ["pointerup", "pointercancel"])
  addEventListener(name, (event) => lift(/** @type {PointerEvent} */ (event).pointerId), true);
addEventListener("pointermove", (event) => event.buttons === 0 && lift(event.pointerId), true); // let go outside
addEventListener("dragend", () => down.forEach(lift), true);
addEventListener("blur", () => down.forEach(lift));

/** @param {number} pointer */
function lift(pointer) {
  if (!down.delete(pointer) || down.size) return;
  const free = waiting;
  waiting = [];
  // The click comes first.
  setTimeout(() => {
    for (const go of free) go();
  });
}

// Resolves when nothing is pressed.
export function released() {
  return down.size ? new Promise((resolve) => waiting.push(() => resolve(undefined))) : Promise.resolve();
}
