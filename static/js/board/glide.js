// @ts-check
// Cards glide from where they were to where they are: first, last, invert, play.

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
  for (const token of tokens) for (const running of token.getAnimations()) running.cancel();
  change();
  const after = before.map(({ token, was }) => ({ token, was, now: token.getBoundingClientRect() }));
  for (const { token, was, now } of after) {
    if (!was.width || !now.width || !token.isConnected) continue;
    const x = was.left + was.width / 2 - now.left - now.width / 2;
    const y = was.top + was.height / 2 - now.top - now.height / 2;
    const scale = was.width / now.width;
    if (Math.abs(x) + Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) continue;
    const figure = token.closest(".fig");
    figure?.classList.add("gliding");
    const animation = token.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
      { duration: LONG, easing: "cubic-bezier(.3, .1, .2, 1)" },
    );
    // From now on, not from the next frame on: a slow device would show the card where it was for as long as that takes.
    animation.startTime = document.timeline.currentTime;
    const done = () => figure?.classList.remove("gliding");
    animation.finished.then(done, done);
  }
}
