// @ts-check
// The crop of a picture, moved by mouse, touch, wheel, sliders and keys. The number fields are the truth; while something
// moves, the drawing is changed at once by the same sum as cards.art.Picture.box.

import { element, the } from "../lib/elements.js";
import { elementOf } from "../lib/events.js";
import { announce } from "../lib/fields.js";

/** @typedef {{x: number, y: number, zoom: number, rotation: number}} Crop in per cent and degrees */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{crop: Crop, points: Point[]}} Start the crop when the fingers were laid on it, and where they were */

const WIDTH = 100;
const HEIGHT = 162;
/** @type {(keyof Crop)[]} */
const FIELDS = ["x", "y", "zoom", "rotation"];

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} preview
 */
export function watchCrop(form, preview) {
  const pad = () => preview.querySelector(".crop-pad[data-width]");
  /**
   * @param {string} name
   * @param {number} start
   */
  const value = (name, start) => (form.elements[name].value === "" ? start : Number(form.elements[name].value));
  /** @returns {Crop} */
  const crop = () => ({
    x: value("x", 50),
    y: value("y", 50),
    zoom: value("zoom", 100),
    rotation: value("rotation", 0),
  });
  /**
   * @param {number} number
   * @param {number} low
   * @param {number} high
   */
  const clamp = (number, low, high) => Math.min(high, Math.max(low, number));

  function redraw() {
    const shown = pad();
    if (shown) draw(shown, crop(), isOver());
  }

  /** Whether there is a landscape where the picture does not reach. */
  const isOver = () => Boolean(pad()?.hasAttribute("data-clear") && form.elements.over.checked);

  /** @param {Crop} next */
  function put(next) {
    form.elements.x.value = clamp(next.x, 0, 100).toFixed(1);
    form.elements.y.value = clamp(next.y, 0, 100).toFixed(1);
    form.elements.zoom.value = Math.round(clamp(next.zoom, isOver() ? 20 : 100, 800));
    form.elements.rotation.value = Math.round(2 * (((((next.rotation + 180) % 360) + 360) % 360) - 180)) / 2;
    redraw();
    announce(form);
  }

  /**
   * @param {Crop} from
   * @param {number} dx
   * @param {number} dy
   */
  function moved(from, dx, dy) {
    const shown = the(".crop-pad[data-width]", preview);
    const size = sizeOf(shown, from.zoom);
    const box = the("svg:has(image)", shown).getBoundingClientRect();
    const unit = Math.max(box.width / WIDTH, box.height / HEIGHT);
    const angle = (-from.rotation * Math.PI) / 180;
    const across = (dx * Math.cos(angle) - dy * Math.sin(angle)) / unit;
    const down = (dx * Math.sin(angle) + dy * Math.cos(angle)) / unit;
    return { ...from, x: from.x - (100 * across) / size.width, y: from.y - (100 * down) / size.height };
  }

  // A slider under each number, for fingers; the numbers stay the truth.
  const sliders = FIELDS.map((name) => {
    const field = form.elements[name];
    const { min, max, step } = field;
    const slider = Object.assign(element("input"), { type: "range", min, max, step });
    slider.setAttribute("form", "nowhere");
    slider.setAttribute("aria-label", the(`label[for="${field.id}"]`).textContent.trim());
    slider.addEventListener("input", () => put({ ...crop(), [name]: Number(slider.value) }));
    field.after(slider);
    return () => (slider.value = String(crop()[name]));
  });
  const level = () => {
    for (const show of sliders) show();
  };
  for (const kind of ["input", "written"]) form.addEventListener(kind, level);
  level();

  /** @type {Map<number, Point>} */
  const fingers = new Map();
  /** @type {Start} */
  let start = { crop: crop(), points: [] };
  const begin = () => {
    start = { crop: crop(), points: [...fingers.values()] };
  };
  preview.addEventListener("pointerdown", (event) => {
    if (!pad()?.contains(elementOf(event)) || event.button !== 0) return;
    event.preventDefault();
    preview.focus({ preventScroll: true });
    preview.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    begin();
  });
  preview.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId) || !pad()) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = [...fingers.values()];
    if (now.length === 1) put(moved(start.crop, now[0].x - start.points[0].x, now[0].y - start.points[0].y));
    else if (now.length === 2 && start.points.length === 2) put(pinched(start, now));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    preview.addEventListener(end, (event) => {
      if (fingers.delete(/** @type {PointerEvent} */ (event).pointerId)) begin();
    });
  }
  // A drawing that was asked for earlier comes while the picture is moved on.
  preview.addEventListener("htmx:afterSwap", redraw);
  preview.addEventListener(
    "wheel",
    (event) => {
      if (!pad() || document.activeElement !== preview) return;
      event.preventDefault();
      const from = crop();
      if (event.shiftKey) put({ ...from, rotation: from.rotation + Math.sign(event.deltaY + event.deltaX) * 2 });
      else put({ ...from, zoom: from.zoom * 1.0015 ** -event.deltaY });
    },
    { passive: false },
  );
  preview.addEventListener("keydown", (event) => {
    if (!pad() || event.target !== preview || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? 5 : 1;
    const from = crop();
    /** @type {Record<string, Crop>} */
    const ways = {
      ArrowLeft: { ...from, x: from.x + by },
      ArrowRight: { ...from, x: from.x - by },
      ArrowUp: { ...from, y: from.y + by },
      ArrowDown: { ...from, y: from.y - by },
      "+": { ...from, zoom: from.zoom * 1.05 },
      "=": { ...from, zoom: from.zoom * 1.05 },
      "-": { ...from, zoom: from.zoom / 1.05 },
      "[": { ...from, rotation: from.rotation - 1 },
      "]": { ...from, rotation: from.rotation + 1 },
      0: { x: 50, y: 50, zoom: 100, rotation: 0 },
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    put(ways[event.key]);
  });
}

/**
 * @param {Start} start
 * @param {Point[]} now
 */
function pinched(start, now) {
  const [a, b] = start.points;
  const [c, d] = now;
  const grown = Math.hypot(d.x - c.x, d.y - c.y) / Math.max(1, Math.hypot(b.x - a.x, b.y - a.y));
  const turned = Math.atan2(d.y - c.y, d.x - c.x) - Math.atan2(b.y - a.y, b.x - a.x);
  return { ...start.crop, zoom: start.crop.zoom * grown, rotation: start.crop.rotation + (turned * 180) / Math.PI };
}

/**
 * @param {HTMLElement} pad
 * @param {number} zoom
 */
function sizeOf(pad, zoom) {
  const width = Number(pad.dataset.width);
  const height = Number(pad.dataset.height);
  const scale = (Math.max(WIDTH / width, HEIGHT / height) * zoom) / 100;
  return { width: width * scale, height: height * scale };
}

/**
 * @param {HTMLElement} pad
 * @param {Crop} crop
 * @param {boolean} isOver
 */
function draw(pad, { x, y, zoom, rotation }, isOver) {
  const { width, height } = sizeOf(pad, zoom);
  let left = (-x / 100) * width;
  let top = (-y / 100) * height;
  if (rotation % 180 === 0 && !isOver) {
    left = Math.min(-WIDTH / 2, Math.max(WIDTH / 2 - width, left));
    top = Math.min(-HEIGHT / 2, Math.max(HEIGHT / 2 - height, top));
  }
  for (const image of pad.querySelectorAll("image")) {
    for (const [name, number] of Object.entries({ x: left, y: top, width, height }))
      image.setAttribute(name, number.toFixed(2));
    image.parentElement?.setAttribute("transform", `translate(50 81) rotate(${rotation})`);
  }
}
