// @ts-check
// The art: sending a picture and choosing icons; where a picture is cut is in crop.js.

import { data, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { announce, setField } from "../lib/fields.js";
import { scaled } from "../lib/scaled.js";
import { watchCrop } from "./crop.js";
import { post } from "./post.js";

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} preview
 */
export function watchArt(form, preview) {
  watchCrop(form, preview);
  watchUploads(form);
  watchIcons(form, preview);
}

// Pictures

/** @param {HTMLFormElement} form */
function watchUploads(form) {
  const drop = the("[data-drop]", form);
  const input = the("input", HTMLInputElement, drop);
  const progress = the("progress", drop);
  const problem = the("[data-upload-problem]", drop);

  /** @param {File} file */
  async function send(file) {
    problem.hidden = true;
    progress.hidden = false;
    try {
      const body = new FormData();
      body.append("upload", await scaled(file));
      const answer = await post(form, data(drop, "url"), body);
      const said = await answer.json().catch(() => ({ problem: data(drop, "wrong") }));
      if (answer.ok) {
        choose(form, said.token);
        htmx.ajax("GET", data(drop, "url"), { target: "#own-pictures", swap: "innerHTML" });
      } else say(said.problem);
    } catch {
      say(data(drop, "failed"));
    }
    progress.hidden = true;
    input.value = "";
  }
  /** @param {string} text */
  const say = (text) => {
    problem.textContent = text;
    problem.hidden = false;
  };

  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) send(file);
  });
  the(".art-part", form).addEventListener("dragover", (event) => event.preventDefault());
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
  the("#own-pictures", form).addEventListener("click", (event) => {
    const button = closest(event, "[data-picture]");
    if (button) choose(form, data(button, "picture"));
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
  const results = the("[data-icon-results]", form);
  const finder = the(".icon-finder", form);
  for (const kind of ["input", "change"]) finder.addEventListener(kind, (event) => event.stopPropagation());
  const words = the("input", finder);
  words.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "ArrowDown" || event.key === "Enter") results.querySelector("button")?.focus();
  });
  results.addEventListener("click", (event) => {
    const button = closest(event, "[data-icon]");
    if (!button) return;
    form.elements.icon.value = data(button, "icon");
    setField(form, "art", "composed");
    announce(form);
  });
  results.addEventListener("keydown", (event) => {
    const buttons = [...results.querySelectorAll("button")];
    const place = buttons.findIndex((button) => button.isSameNode(document.activeElement));
    const columns = buttons.findIndex((button) => button.offsetTop > buttons[0].offsetTop);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (place < 0 || !by) return;
    event.preventDefault();
    if (place + by < 0) words.focus();
    else buttons[place + by]?.focus();
  });
  the("[data-shuffle]", form).addEventListener("click", (event) => {
    event.preventDefault();
    /** @param {HTMLSelectElement} select */
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
