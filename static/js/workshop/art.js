// @ts-check
// The art: sending a picture, choosing icons, and moving the crop by mouse, touch, wheel and keys. The number fields are
// the truth; while something moves, the drawing is changed at once by the same sum as cards.art.Picture.box.

import { element } from "../lib/elements.js";
import { closest, elementOf } from "../lib/events.js";
import { post } from "./post.js";
import { announce, setField } from "./state.js";

/** @typedef {{x: number, y: number, zoom: number, rotation: number}} Crop in per cent and degrees */

const WIDTH = 100;
const HEIGHT = 162;

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} preview
 */
export function watchArt(form, preview) {
  watchCrop(form, preview);
  watchUploads(form);
  watchIcons(form, preview);
}

// The crop

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} preview
 */
function watchCrop(form, preview) {
  const pad = () => preview.querySelector(".crop-pad[data-width]");
  /**
   * @param {string} name
   * @param {any} start
   */
  const value = (name, start) => (form.elements[name].value === "" ? start : Number(form.elements[name].value));
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

  /** @param {Crop} next */
  function put(next) {
    form.elements.x.value = clamp(next.x, 0, 100).toFixed(1);
    form.elements.y.value = clamp(next.y, 0, 100).toFixed(1);
    form.elements.zoom.value = Math.round(clamp(next.zoom, 100, 800));
    form.elements.rotation.value = Math.round(2 * (((((next.rotation + 180) % 360) + 360) % 360) - 180)) / 2;
    draw(pad(), crop());
    announce(form);
  }

  /**
   * @param {Crop} from
   * @param {number} dx
   * @param {number} dy
   */
  function moved(from, dx, dy) {
    const size = sizeOf(pad(), from.zoom);
    const box = pad().querySelector("image").ownerSVGElement.getBoundingClientRect();
    const unit = Math.max(box.width / WIDTH, box.height / HEIGHT);
    const angle = (-from.rotation * Math.PI) / 180;
    const across = (dx * Math.cos(angle) - dy * Math.sin(angle)) / unit;
    const down = (dx * Math.sin(angle) + dy * Math.cos(angle)) / unit;
    return { ...from, x: from.x - (100 * across) / size.width, y: from.y - (100 * down) / size.height };
  }

  // A slider under each number, for fingers; the numbers stay the truth.
  const sliders = ["x", "y", "zoom", "rotation"].map((name) => {
    const field = form.elements[name];
    const { min, max, step } = field;
    const slider = Object.assign(element("input"), { type: "range", min, max, step });
    slider.setAttribute("form", "nowhere");
    slider.setAttribute("aria-label", document.querySelector(`label[for="${field.id}"]`).textContent.trim());
    slider.addEventListener("input", () => put({ ...crop(), [name]: Number(slider.value) }));
    field.after(slider);
    return () => (slider.value = crop()[name]);
  });
  const level = () => {
    for (const show of sliders) show();
  };
  for (const kind of ["input", "written"]) form.addEventListener(kind, level);
  level();

  const fingers = new Map();
  let start = null;
  const begin = () => {
    const points = [...fingers.values()];
    start = { crop: crop(), points };
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
  preview.addEventListener("htmx:afterSwap", () => pad() && draw(pad(), crop()));
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
    const next = {
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
    }[event.key];
    if (!next) return;
    event.preventDefault();
    put(next);
  });
}

/**
 * @param {any} start
 * @param {any} now
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

/** @param {HTMLElement} pad */
function draw(pad, { x, y, zoom, rotation }) {
  const image = pad.querySelector("image");
  if (!image) return;
  const { width, height } = sizeOf(pad, zoom);
  let left = (-x / 100) * width;
  let top = (-y / 100) * height;
  if (rotation % 180 === 0) {
    left = Math.min(-WIDTH / 2, Math.max(WIDTH / 2 - width, left));
    top = Math.min(-HEIGHT / 2, Math.max(HEIGHT / 2 - height, top));
  }
  for (const [name, number] of Object.entries({ x: left, y: top, width, height }))
    image.setAttribute(name, number.toFixed(2));
  image.parentElement.setAttribute("transform", `translate(50 81) rotate(${rotation})`);
}

// Pictures

/** @param {HTMLFormElement} form */
function watchUploads(form) {
  const drop = form.querySelector("[data-drop]");
  const input = drop.querySelector("input");
  const progress = drop.querySelector("progress");
  const problem = drop.querySelector("[data-upload-problem]");

  /** @param {File} file */
  async function send(file) {
    problem.hidden = true;
    progress.hidden = false;
    const body = new FormData();
    body.append("upload", file);
    try {
      const answer = await post(form, drop.dataset.url, body);
      const data = await answer.json();
      if (answer.ok) {
        choose(form, data.token);
        htmx.ajax("GET", drop.dataset.url, { target: "#own-pictures", swap: "innerHTML" });
      } else say(data.problem);
    } catch {
      say(drop.dataset.failed);
    }
    progress.hidden = true;
    input.value = "";
  }
  /** @param {string} text */
  const say = (text) => {
    problem.textContent = text;
    problem.hidden = false;
  };

  input.addEventListener("change", () => input.files[0] && send(input.files[0]));
  form.querySelector(".art-part").addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener(
    "dragover",
    (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault(),
  );
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    setField(form, "art", "picture");
    send(file);
  });
  document.addEventListener("paste", (event) => {
    const file = [...(event.clipboardData?.files ?? [])].find((one) => one.type.startsWith("image/"));
    if (!file) return;
    event.preventDefault();
    setField(form, "art", "picture");
    send(file);
  });
  form.querySelector("#own-pictures").addEventListener("click", (event) => {
    const button = closest(event, "[data-picture]");
    if (button) choose(form, button.dataset.picture);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {string} token
 */
function choose(form, token) {
  setField(form, "art", "picture");
  form.elements.picture.value = token;
  for (const name of ["x", "y", "zoom", "rotation"]) form.elements[name].value = form.elements[name].dataset.start;
  announce(form);
}

// Icons

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} preview
 */
function watchIcons(form, preview) {
  const results = form.querySelector("[data-icon-results]");
  const finder = form.querySelector(".icon-finder");
  for (const kind of ["input", "change"]) finder.addEventListener(kind, (event) => event.stopPropagation());
  finder.querySelector("input").addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "ArrowDown" || event.key === "Enter") results.querySelector("button")?.focus();
  });
  results.addEventListener("click", (event) => {
    const button = closest(event, "[data-icon]");
    if (!button) return;
    form.elements.icon.value = button.dataset.icon;
    setField(form, "art", "composed");
    announce(form);
  });
  results.addEventListener("keydown", (event) => {
    const buttons = [...results.querySelectorAll("button")];
    const place = buttons.indexOf(document.activeElement);
    const columns = buttons.findIndex((button) => button.offsetTop > buttons[0].offsetTop);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (place < 0 || !by) return;
    event.preventDefault();
    if (place + by < 0) finder.querySelector("input").focus();
    else buttons[place + by]?.focus();
  });
  form.querySelector("[data-shuffle]").addEventListener("click", (event) => {
    event.preventDefault();
    /** @param {PageElement} select */
    const any = (select) => select.options[Math.floor(Math.random() * select.options.length)].value;
    form.elements.scene.value = any(form.elements.scene);
    form.elements.tint.value = any(form.elements.tint);
    form.elements.seed.value = String(Math.floor(Math.random() * 1e6));
    announce(form);
  });
  // Whoever begins to compose begins with what is drawn already.
  for (const radio of form.elements.art) {
    radio.addEventListener("change", () => {
      const drawn = preview.querySelector("[data-icon]")?.dataset;
      if (radio.value !== "composed" || !drawn || form.elements.icon.value === drawn.icon) return;
      for (const name of ["icon", "scene", "tint", "seed"]) form.elements[name].value = drawn[name];
    });
  }
}
