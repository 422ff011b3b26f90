// @ts-check
// The picker of abilities, and the chosen ones in their order. The five lists of the form stay the truth.

import { all, data, element, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { announce } from "../lib/fields.js";

/** @param {HTMLFormElement} form */
export function watchAbilities(form) {
  const chosen = the("[data-chosen]", form);
  const picker = the("[data-picker]", form);
  const slots = all("[data-slots] select", HTMLSelectElement, form);
  const aura = the("[data-as-aura]", HTMLInputElement, picker);

  const slugs = () => slots.map((slot) => slot.value).filter(Boolean);
  /** @param {string[]} list */
  const put = (list) => {
    slots.forEach((slot, place) => {
      slot.value = list[place] ?? "";
    });
    announce(form);
  };
  /** @param {string} slug */
  const named = (slug) => slots[0].querySelector(`option[value="${CSS.escape(slug)}"]`)?.textContent ?? slug;

  function show() {
    const list = slugs();
    chosen.replaceChildren(...list.map((slug, place) => chip(slug, place, list)));
    if (list.length === 0) chosen.append(element("li", "none", data(chosen, "none")));
    for (const button of all("[data-pick]", HTMLButtonElement, picker)) {
      const slug = picked(button);
      button.setAttribute("aria-pressed", String(list.includes(slug)));
      button.disabled = list.length >= slots.length && !list.includes(slug);
      button.classList.toggle("idle", isIdle(button));
    }
  }
  /**
   * What a button stands for now.
   * @param {HTMLElement} button
   */
  const picked = (button) => (aura.checked ? `aura:${data(button, "pick")}` : data(button, "pick"));
  const kind = () => form.elements.kind.value;
  /** @param {HTMLElement} button */
  const isIdle = (button) =>
    kind() === "incantation" && aura.checked ? true : !aura.checked && data(button, "idle").split(" ").includes(kind());

  /**
   * @param {string} slug
   * @param {number} place
   * @param {string[]} list
   */
  function chip(slug, place, list) {
    const item = element("li", slug.startsWith("aura:") ? "chip aura" : "chip");
    const source = picker.querySelector(`[data-pick="${CSS.escape(slug.replace("aura:", ""))}"] svg`);
    const name = named(slug);
    item.append(source?.cloneNode(true) ?? "", element("span", "", name));
    /** @param {number} by */
    const move = (by) => {
      const next = [...list];
      next.splice(place + by, 0, ...next.splice(place, 1));
      put(next);
      chosen.children[place + by]?.querySelector(by < 0 ? ".earlier" : ".later")?.focus();
    };
    item.append(
      tool("earlier", "‹", `${name}: ${chosen.dataset.earlier}`, place === 0, () => move(-1)),
      tool("later", "›", `${name}: ${chosen.dataset.later}`, place === list.length - 1, () => move(1)),
      tool("remove", "×", `${name}: ${chosen.dataset.remove}`, false, () => {
        put(list.filter((_, index) => index !== place));
        (chosen.querySelector(".remove") ?? the("summary", picker)).focus();
      }),
    );
    return item;
  }

  picker.addEventListener("click", (event) => {
    const button = closest(event, "[data-pick]");
    if (!button) return;
    const slug = picked(button);
    const list = slugs();
    put(list.includes(slug) ? list.filter((one) => one !== slug) : [...list, slug]);
  });
  /** @param {Event} event */
  const explain = (event) => {
    const button = closest(event, "[data-pick]");
    if (!button) return;
    the("[data-pick-text]", picker).textContent = data(button, "text");
    the("[data-idle-note]", picker).hidden = !isIdle(button);
  };
  picker.addEventListener("pointerover", explain);
  picker.addEventListener("focusin", explain);
  for (const kindOfEvent of ["input", "change"])
    picker.addEventListener(kindOfEvent, (event) => event.stopPropagation());
  aura.addEventListener("change", show);
  for (const radio of all('[name="pick-edition"]', HTMLInputElement, picker)) {
    radio.addEventListener("change", () => {
      for (const item of picker.querySelectorAll("[data-editions]")) {
        item.hidden = Boolean(radio.value) && !data(item, "editions").split(" ").includes(radio.value);
      }
    });
  }
  form.addEventListener("written", show);
  form.addEventListener("input", show);
  show();
}

/**
 * @param {string} kind
 * @param {string} sign
 * @param {string} label
 * @param {boolean} disabled
 * @param {() => void} act
 */
function tool(kind, sign, label, disabled, act) {
  const button = element("button", kind, sign);
  Object.assign(button, { type: "button", disabled, title: label });
  button.setAttribute("aria-label", label);
  button.addEventListener("click", act);
  return button;
}
