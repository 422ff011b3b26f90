// What the type checker has to know of pages: htmx, and that what scripts look for is HTML unless they say otherwise.

interface HtmxDetail {
  elt: HTMLElement;
  target: HTMLElement;
  xhr: XMLHttpRequest;
  serverResponse: string;
  shouldSwap: boolean;
  isError: boolean;
  requestConfig?: { elt: HTMLElement; triggeringEvent?: SubmitEvent };
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
  trigger(element: Element, event: string): void;
};

interface DocumentEventMap extends HtmxEventMap {}
interface HTMLElementEventMap extends HtmxEventMap {}

interface HtmxEventMap {
  "htmx:beforeRequest": HtmxEvent;
  "htmx:afterRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:responseError": HtmxEvent;
}

// An element that a script finds by a selector: it knows which kind it is from the template, the checker does not. So it may
// be asked for what any kind has; a misspelt name is found all the same.
type PageElement = HTMLInputElement &
  HTMLAnchorElement &
  HTMLFormElement &
  HTMLDetailsElement &
  HTMLDialogElement &
  HTMLTemplateElement &
  Pick<HTMLSelectElement, "options" | "add">;

interface HTMLElement {
  readonly children: HTMLCollectionOf<PageElement>;
  readonly firstElementChild: PageElement | null;
  readonly lastElementChild: PageElement | null;
  cloneNode(subtree?: boolean): this;
}

// Fields by their names.
interface HTMLFormControlsCollection {
  [name: string]: any;
}

interface ParentNode {
  querySelector<E extends Element = PageElement>(selectors: string): E | null;
  querySelectorAll<E extends Element = PageElement>(selectors: string): NodeListOf<E>;
}

interface Document {
  getElementById(id: string): PageElement | null;
  readonly activeElement: PageElement | null;
}

interface Element {
  closest<E extends Element = PageElement>(selectors: string): E | null;
}

interface DocumentFragment {
  readonly firstElementChild: PageElement | null;
}
