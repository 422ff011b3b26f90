// @ts-check
// The type of a tournament's wall is the largest in which all of it is seen at once: nobody scrolls a wall.

const SMALL = "(max-width: 48rem), (max-height: 30rem)"; // a phone is scrolled
const LEAST = 9; // pixels
const STEP = 0.25; // pixels

/** Whether all of the wall is seen with that type. @param {HTMLElement} wall @param {number} size in pixels */
function isSeen(wall, size) {
  wall.style.fontSize = `${size}px`;
  return wall.offsetHeight <= window.innerHeight;
}

function fit() {
  const wall = document.getElementById("tv");
  if (!wall) return;
  wall.style.fontSize = "";
  if (matchMedia(SMALL).matches) return;
  let [least, most] = [LEAST, Number.parseFloat(getComputedStyle(wall).fontSize)];
  if (isSeen(wall, most)) return;
  while (most - least > STEP) {
    const middle = (least + most) / 2;
    if (isSeen(wall, middle)) least = middle;
    else most = middle;
  }
  wall.style.fontSize = `${least}px`;
}

fit();
document.fonts.ready.then(fit);
window.addEventListener("resize", fit);
document.addEventListener("htmx:afterSwap", fit);
