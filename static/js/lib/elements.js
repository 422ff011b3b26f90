// @ts-check
// Making elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {string | number} text
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = String(text);
  return made;
}

/**
 * An element of a drawing.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svgElement(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/**
 * One of the icons of the site's file of symbols, whose address stands on the root element.
 * @param {string} name
 */
export function icon(name) {
  const made = svgElement("svg", { class: "ic", "aria-hidden": "true" });
  made.append(svgElement("use", { href: `${document.documentElement.dataset.symbols}#i-${name}` }));
  return made;
}

/**
 * What a page, or a part of it, always has: `the("#q", HTMLInputElement)`, `the(".name", offer)`. Throws where there is
 * none, or one of another kind.
 * @template {HTMLElement} Kind
 * @overload
 * @param {string} selector
 * @param {new () => Kind} kind
 * @param {ParentNode} [within]
 * @returns {Kind}
 */
/**
 * @overload
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
/**
 * @param {string} selector
 * @param {(new () => HTMLElement) | ParentNode} [kind]
 * @param {ParentNode} [within]
 */
export function the(selector, kind, within) {
  const isKind = typeof kind === "function";
  const place = (isKind ? within : kind) ?? document;
  const element = place.querySelector(selector);
  if (!element || (isKind && !(element instanceof kind))) throw new Error(`there is no ${selector}`);
  return element;
}

/**
 * All elements of a kind that a page, or a part of it, has.
 * @template {HTMLElement} Kind
 * @param {string} selector
 * @param {new () => Kind} kind
 * @param {ParentNode} within
 * @returns {Kind[]}
 */
export const all = (selector, kind, within = document) =>
  [...within.querySelectorAll(selector)].flatMap((element) => (element instanceof kind ? [element] : []));

/**
 * @param {Element} field
 * @returns {field is HTMLInputElement}
 */
export const isCheckbox = (field) => field instanceof HTMLInputElement && field.type === "checkbox";

/**
 * What an element always lies in. Throws where it does not.
 * @param {Element} element
 * @param {string} selector
 */
export function around(element, selector) {
  const found = element.closest(selector);
  if (!found) throw new Error(`${element.tagName} is in no ${selector}`);
  return found;
}

/**
 * What the server always writes into a `data-` attribute. Throws where it has not.
 * @param {HTMLElement} element
 * @param {string} name as in `dataset`
 */
export function data(element, name) {
  const value = element.dataset[name];
  if (value === undefined) throw new Error(`${element.tagName} has no data of the name ${name}`);
  return value;
}

/**
 * An attribute that an element always has. Throws where it has not.
 * @param {HTMLElement} element
 * @param {string} name
 */
export function attribute(element, name) {
  const value = element.getAttribute(name);
  if (value === null) throw new Error(`${element.tagName} has no attribute of the name ${name}`);
  return value;
}

/**
 * What the server has put into the page as JSON.
 * @param {string} id
 */
export const json = (id) => JSON.parse(the(`#${id}`).textContent);

/**
 * The parts of some HTML of the server's.
 * @param {string} html
 */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
