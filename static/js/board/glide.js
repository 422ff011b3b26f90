// @ts-check
// Cards glide from where they were to where they are: first, last, invert, play. What glides is the figure, with all that
// lies in it: a browser takes no card for shifted whose own transform undoes the move.

const LONG = 320;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {HTMLElement} board
 * @param {() => void} change
 */
export function glide(board, change) {
  if (still.matches) {
    change();
    return;
  }
  const tokens = [...board.querySelectorAll(".token")];
  const before = tokens.map((token) => ({ token, was: token.getBoundingClientRect() }));
  for (const moved of board.querySelectorAll(".fig, .token"))
    for (const running of moved.getAnimations()) if (!(running instanceof CSSAnimation)) running.cancel();
  change();
  /** @type {Map<Element, Move[]>} */
  const moves = new Map();
  for (const { token, was } of before) {
    const now = token.getBoundingClientRect();
    if (!was.width || !now.width || !token.isConnected) continue;
    const x = was.left + was.width / 2 - now.left - now.width / 2;
    const y = was.top + was.height / 2 - now.top - now.height / 2;
    const figure = token.closest(".fig") ?? token;
    const ofFigure = moves.get(figure) ?? [];
    moves.set(figure, [...ofFigure, { token, now, x, y, scale: was.width / now.width }]);
  }
  for (const [figure, ofFigure] of moves) {
    const [{ x, y, scale }] = ofFigure;
    const isOne = ofFigure.every((move) => isNear(move, { x, y, scale }));
    for (const move of isOne ? ofFigure.slice(0, 1) : ofFigure) run(isOne ? figure : move.token, figure, move);
  }
}

/** @typedef {{token: Element, now: DOMRect, x: number, y: number, scale: number}} Move back to where a card was */

/**
 * @param {{x: number, y: number, scale: number}} one
 * @param {{x: number, y: number, scale: number}} other
 */
const isNear = (one, other) =>
  Math.abs(one.x - other.x) + Math.abs(one.y - other.y) < 1 && Math.abs(one.scale - other.scale) < 0.02;

/**
 * @param {Element} moved
 * @param {Element} figure
 * @param {Move} move
 */
function run(moved, figure, { now, x, y, scale }) {
  if (isNear({ x, y, scale }, { x: 0, y: 0, scale: 1 })) return;
  figure.classList.add("gliding");
  const box = moved.getBoundingClientRect();
  const transformOrigin = `${now.left + now.width / 2 - box.left}px ${now.top + now.height / 2 - box.top}px`;
  const animation = moved.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin },
      { transform: "none", transformOrigin },
    ],
    { duration: LONG, easing: "cubic-bezier(.3, .1, .2, 1)" },
  );
  // From now on, not from the next frame on: a slow device would show the card where it was for as long as that takes.
  animation.startTime = document.timeline.currentTime;
  const done = () => figure.classList.remove("gliding");
  animation.finished.then(done, done);
}

/**
 * Where a figure lies, though it still glides there.
 * @param {Element} figure
 */
export function restOf(figure) {
  const { left, top, width, height } = figure.getBoundingClientRect();
  const { transform, transformOrigin } = getComputedStyle(figure);
  if (transform === "none") return new DOMRect(left, top, width, height);
  const { a: scale, e: x, f: y } = new DOMMatrix(transform);
  const [right, down] = transformOrigin.split(" ").map(Number.parseFloat);
  return new DOMRect(left - x - right * (1 - scale), top - y - down * (1 - scale), width / scale, height / scale);
}
