// @ts-check
// A download takes a moment: the button says so, until the file is there or the next page is.
// The proof says how much ink the sheet takes that is shown: measured on its picture, which is drawn from the file.
import { elementOf } from "./lib/events.js";

const MEASURED = 160; // pixels of the longer side

/** The share of the ink that a picture takes of what would cover all of it, 0 to 1.
 * @param {HTMLImageElement} image */
function inkOf(image) {
  const scale = MEASURED / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (!drawing) return 0;
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  let ink = 0;
  for (let at = 0; at < data.length; at += 4) ink += 765 - data[at] - data[at + 1] - data[at + 2];
  return ink / (765 * (data.length / 4));
}

function measureInk() {
  const said = document.querySelector("[data-ink]");
  if (!(said instanceof HTMLElement)) return;
  const images = [...document.querySelectorAll(".previews img")].filter(
    (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
  );
  if (!images.length) return;
  const share = images.reduce((sum, image) => sum + inkOf(/** @type {HTMLImageElement} */ (image)), 0) / images.length;
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(share);
  said.textContent = (said.dataset.said ?? "").replace("%s", percent);
}

document.addEventListener(
  "load",
  (event) => {
    if (elementOf(event).matches(".previews img")) measureInk();
  },
  true,
);
measureInk(); // pictures that were there before this was

document.addEventListener("submit", (event) => {
  const button = elementOf(event).querySelector("[data-busy]");
  if (!button || button.dataset.said) return;
  const said = button.textContent;
  button.dataset.said = said;
  button.textContent = button.dataset.busy ?? said;
  button.setAttribute("aria-disabled", "true");
  const rest = () => {
    button.textContent = said;
    delete button.dataset.said;
    button.removeAttribute("aria-disabled");
  };
  window.setTimeout(rest, 4000);
  window.addEventListener("pageshow", rest, { once: true });
});
