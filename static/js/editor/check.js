// @ts-check
// Asks the server about the document after every edit: faults with their places, the address, faces to draw.
import { csrfToken } from "../lib/csrf.js";
import { around, data, element, the } from "../lib/elements.js";
import { released } from "../lib/press.js";
import { cardsOf, isAI, itemsIn, seatsOf } from "./document.js";
import { word } from "./words.js";

const REST = 120; // milliseconds without an edit
const AGAIN = 4000;
const ZONE = /^\/players\/([A-D])\/(hand|pile|discard|upper|lower|champion)(?:\/(\d+))?/;

/** The site has computed enough for this visitor for the moment, and says when there is more. */
class TooBusy extends Error {
  /**
   * @param {{refused: string}} told
   * @param {number} seconds
   */
  constructor(told, seconds) {
    super(told.refused);
    this.seconds = seconds;
  }
}

export class Checker {
  /**
   * @param {object} parts
   * @param {import("./store.js").Store} parts.store
   * @param {import("./draw.js").Drawing} parts.drawing
   * @param {import("./faces.js").Faces} parts.faces
   * @param {Record<string, string>} parts.links
   * @param {HTMLElement} parts.root
   * @param {(told: Verdict) => void} parts.tells what else is shown of the server's answers
   */
  constructor({ store, drawing, faces, links, root, tells }) {
    this.store = store;
    this.drawing = drawing;
    this.faces = faces;
    this.links = links;
    this.root = root;
    this.token = the("[name=csrfmiddlewaretoken]", HTMLInputElement).value;
    this.verdict = the("[data-verdict]", root);
    this.tells = tells;
    /** @type {Verdict | null} */
    this.last = null;
    /** @type {((told: Verdict) => void) | null} what else listens to the server's answers */
    this.dispatch = null;
    this.timer = 0;
    this.hopeless = new Set(); // what the server cannot draw, so that it is asked once
  }

  later(wait = REST) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), wait);
  }

  // What the page lacks to draw the document.
  lacking() {
    const wanted = new Map();
    for (const seat of seatsOf(this.store.doc)) {
      for (const kind of isAI(this.store.doc, seat)
        ? ["pile", "discard", "upper", "lower"]
        : ["hand", "upper", "lower", "champion"]) {
        const zone = `${kind}-${seat}`;
        for (const [card, champion] of itemsIn(this.store.doc, zone).flatMap((item) => cardsOf(item, zone))) {
          const key = this.faces.key(card, champion);
          if (typeof card === "object" && !this.faces.has(card, champion) && !this.hopeless.has(key))
            wanted.set(key, { card, champion });
        }
      }
    }
    return [...wanted.values()];
  }

  /** @param {{document?: PositionDocument, text?: string}} body */
  async ask(body) {
    const faces = this.lacking();
    const answer = await fetch(this.links.check, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() || this.token },
      body: JSON.stringify({ ...body, faces }),
    });
    if (answer.status === 429) throw new TooBusy(await answer.json(), Number(answer.headers.get("Retry-After")));
    if (!answer.ok) throw new Error(answer.statusText);
    /** @type {Verdict} */
    const told = await answer.json();
    (told.faces ?? []).forEach((face, number) => {
      const { card, champion } = faces[number];
      if (face) this.faces.add(card, champion, face);
      else this.hopeless.add(this.faces.key(card, champion));
    });
    return told;
  }

  async now() {
    clearTimeout(this.timer);
    const { revision, doc } = this.store;
    this.verdict.textContent = word("checking");
    let told;
    try {
      told = await this.ask({ document: doc });
    } catch (wrong) {
      const busy = wrong instanceof TooBusy ? wrong : null;
      if (revision === this.store.revision) {
        this.verdict.textContent = busy?.message ?? word("offline");
        this.later(Math.max(AGAIN, 1000 * (busy?.seconds ?? 0)));
      }
      return;
    }
    await released();
    if (revision === this.store.revision) this.take(told);
    else this.drawing.draw();
  }

  /** @param {Verdict} told */
  take(told) {
    this.last = told;
    this.drawing.seen = { given: told.given ?? {}, windows: told.windows ?? {}, faults: this.byPlace(told.faults) };
    if (told.isPosition) this.store.hold(told.packed);
    this.drawing.draw();
    this.tell(told);
    this.tells(told);
    this.root.dataset.state = "checked";
    if (this.lacking().length) this.later(0);
    this.dispatch?.(told);
  }

  /** @param {Fault[]} faults */
  byPlace(faults) {
    const places = new Map();
    for (const { at, text } of faults) {
      const place = this.placeAt(at);
      if (!place) continue;
      const key = `${place.zone}/${place.index}`;
      places.set(key, [...(places.get(key) ?? []), text]);
    }
    return places;
  }

  /**
   * The place that a JSON pointer speaks of; null where it speaks of none.
   * @param {any} at
   */
  placeAt(at) {
    const found = ZONE.exec(at);
    return found ? { zone: `${found[2]}-${found[1]}`, index: Number(found[3] ?? 0) } : null;
  }

  /** @param {Verdict} told */
  tell(told) {
    const { root, verdict } = this;
    const count = told.faults.length;
    const words =
      count === 0 ? (told.packed ? "fine" : "long") : told.isPosition ? "fine" : count === 1 ? "one-fault" : "faults";
    verdict.textContent = word(words, { count });
    verdict.dataset.is = count ? "bad" : "good";
    the("[data-faults]", root).replaceChildren(...told.faults.map((fault) => this.fault(fault)));
    for (const box of root.querySelectorAll("[data-says=level]"))
      box.textContent = told.levels?.[data(around(box, "[data-panel]"), "panel")] ?? "";
  }

  /** @param {Fault} fault */
  fault({ at, text }) {
    const row = element("li");
    const place = this.placeAt(at);
    const where = element(place ? "button" : "span", place ? "linklike" : "", text);
    if (place) {
      where.setAttribute("type", "button");
      where.addEventListener("click", () => this.drawing.focus(place));
    }
    row.append(where, " ", element("code", "", at));
    return row;
  }
}
