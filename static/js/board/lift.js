// @ts-check
// Picking a card up with a finger. A finger that moves at once scrolls the page; one that rests on a card for a moment
// lifts it, and from then on the card goes along and the page stays, but for its upper and lower edge.
const REST = 320; // milliseconds
const SLACK = 10; // pixels that a resting finger may stray
const EDGE = 64;
const FASTEST = 14; // pixels a frame

/**
 * A finger on the area: where it is and was laid, the timer that runs while it rests, whether it holds a card, and has
 * moved with it.
 * @typedef {object} Finger
 * @property {number} id
 * @property {number} x
 * @property {number} y
 * @property {number} startX
 * @property {number} startY
 * @property {ReturnType<typeof setTimeout>} timer
 * @property {boolean} isHeld
 * @property {boolean} moved
 */

/** @param {PointerEvent} event */
export const isFinger = (event) => event.pointerType === "touch";

/**
 * `lift(event)` answers whether there is something to pick up; `move(x, y)` follows; `drop(x, y, moved)` ends it, with
 * `moved` false for a card put back where it was; `cancel()` when the system takes the finger away.
 * @param {HTMLElement} area
 * @param {object} does
 * @param {(event: PointerEvent) => boolean} does.lift
 * @param {(x: number, y: number) => void} does.move
 * @param {(x: number, y: number, moved: boolean) => void} does.drop
 * @param {() => void} does.cancel
 */
export function watchLifts(area, { lift, move, drop, cancel }) {
  /** @type {Finger | null} */
  let finger = null;
  let frame = 0; // what `roll` waits for, if it does
  let wasHeld = false;

  area.addEventListener("pointerdown", (event) => {
    if (!isFinger(event)) return;
    if (finger) return give(); // a second finger: the page is zoomed
    const { pointerId: id, clientX: x, clientY: y } = event;
    const timer = setTimeout(() => rest(event), REST);
    finger = { id, x, y, startX: x, startY: y, timer, isHeld: false, moved: false };
  });

  /** @param {PointerEvent} event */
  function rest(event) {
    if (!finger) return;
    finger.isHeld = lift(event);
    if (!finger.isHeld) finger = null;
    else navigator.vibrate?.(12);
  }

  addEventListener("pointermove", (event) => {
    if (!finger || event.pointerId !== finger.id) return;
    [finger.x, finger.y] = [event.clientX, event.clientY];
    const isFar = Math.hypot(finger.x - finger.startX, finger.y - finger.startY) > SLACK;
    if (!finger.isHeld) return isFar ? give() : undefined;
    finger.moved ||= isFar;
    if (!finger.moved) return;
    move(finger.x, finger.y);
    if (!frame) frame = requestAnimationFrame(roll);
  });

  // A resting finger at an edge rolls the page on.
  function roll() {
    frame = 0;
    if (!finger?.moved) return;
    const over = Math.min(0, finger.y - EDGE) || Math.max(0, finger.y - innerHeight + EDGE);
    const before = scrollY;
    scrollBy({ top: (over / EDGE) * FASTEST, behavior: "instant" });
    if (scrollY === before) return;
    move(finger.x, finger.y);
    frame = requestAnimationFrame(roll);
  }

  addEventListener("pointerup", (event) => {
    if (!finger || event.pointerId !== finger.id) return;
    const { isHeld, moved } = finger;
    forget();
    wasHeld = isHeld;
    if (isHeld) drop(event.clientX, event.clientY, moved);
  });

  addEventListener("pointercancel", (event) => {
    if (event.pointerId === finger?.id) give();
  });

  function give() {
    const isHeld = finger?.isHeld;
    forget();
    if (isHeld) cancel();
  }

  function forget() {
    clearTimeout(finger?.timer);
    finger = null;
  }

  // The browser asks with the first move whether it may scroll, so somebody has to be listening from the start.
  area.addEventListener(
    "touchmove",
    (event) => {
      if (finger?.isHeld && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );

  // Whoever has held a card has not clicked on what lies below it.
  area.addEventListener(
    "touchend",
    (event) => {
      if (wasHeld && event.cancelable) event.preventDefault();
      wasHeld = false;
    },
    { passive: false },
  );

  // A long press means this here, not the system's menu or its own dragging of pictures.
  area.addEventListener("contextmenu", (event) => {
    if (finger && isFinger(event)) event.preventDefault();
  });
  area.addEventListener("dragstart", (event) => {
    if (finger) event.preventDefault();
  });
}
