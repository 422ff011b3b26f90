// What the type checker has to know of pages: htmx, and that what scripts look for is HTML unless they say otherwise.

interface HtmxDetail {
  elt: HTMLElement;
  target: HTMLElement;
  xhr: XMLHttpRequest;
  serverResponse: string;
  shouldSwap: boolean;
  isError: boolean;
  verb: string;
  parameters: Record<string, string>;
  requestConfig: { verb: string; elt: HTMLElement; triggeringEvent?: SubmitEvent };
}

type HtmxEvent = CustomEvent<HtmxDetail>;

interface HtmxOptions {
  source?: Element;
  target: string;
  select?: string;
  swap: string;
  values?: FormData | Record<string, unknown>;
}

declare const htmx: {
  ajax(verb: "GET" | "POST", address: string, options: HtmxOptions): Promise<void>;
  process(element: Element): void;
  swap(target: Element, html: string, how: { swapStyle: "innerHTML" | "outerHTML" }): void;
  trigger(element: Element, event: string): void;
};

interface DocumentEventMap extends HtmxEventMap {}
interface HTMLElementEventMap extends HtmxEventMap {}

interface HtmxEventMap {
  "htmx:configRequest": HtmxEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:afterRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:responseError": HtmxEvent;
}

// What a selector finds is HTML of a kind that only a tag's name tells; lib/elements.js asks for a kind and checks it.
interface HTMLElement {
  readonly children: HTMLCollectionOf<HTMLElement>;
  readonly firstElementChild: HTMLElement | null;
  readonly lastElementChild: HTMLElement | null;
  cloneNode(subtree?: boolean): this;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

// Fields by their names.
interface HTMLFormControlsCollection {
  [name: string]: any;
}

interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Document {
  getElementById(id: string): HTMLElement | null;
  readonly activeElement: HTMLElement | null;
}

interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

interface DocumentFragment {
  readonly firstElementChild: HTMLElement | null;
}
