// @ts-check
// What stands beside the board where there is no network: it is made of parts that the page brought along.
import { all, element, the } from "../lib/elements.js";

/** @typedef {import("./pack.js").Told} Told */
/** @typedef {import("./away.js").Laid} Laid */

export class AwaySide {
  /** @param {string} own the letters of the seats that the reader plays */
  constructor(own) {
    this.own = own;
    this.side = the("#side");
    this.parts = the("#away", HTMLTemplateElement).content;
    this.noted = this.part("note");
    /** What the coach says, in one line */
    this.said = "";
  }

  /** Only what can be done without the site is left, and a note that says so. */
  settle() {
    for (const part of [...this.side.children]) {
      if (!part.matches(".coach, .foretell, .choose, .how, script")) part.remove();
    }
    this.side.querySelector(".coach")?.after(this.noted);
  }

  /** Another note in the place of the one that is there. @param {string} name */
  note(name) {
    const note = this.part(name);
    this.noted.replaceWith(note);
    this.noted = note;
  }

  /** @param {string} name */
  part(name) {
    return /** @type {HTMLElement} */ (the(`[data-part="${name}"]`, this.parts).cloneNode(true));
  }

  /** @param {string} name */
  word(name) {
    return the(`[data-word="${name}"]`, this.parts).textContent;
  }

  /** An icon, whose drawing is kept with the page. @param {string} name */
  seal(name) {
    return the(`[data-seal="${name}"]`, this.parts).firstElementChild?.cloneNode(true) ?? "";
  }

  /**
   * @param {"turn" | "right" | "wrong"} state
   * @param {string} says
   */
  coach(state, says) {
    const coach = the(".coach", this.side);
    const head = this.word(state);
    coach.className = `coach is-${state}`;
    the(".coach-seal", coach).replaceChildren(this.seal(state));
    the("h2", coach).textContent = head;
    the(".says", coach).textContent = says;
    coach.querySelector(".which-turn")?.remove();
    this.said = `${head}. ${says}`;
  }

  /**
   * @param {Laid[]} line
   * @param {HTMLElement} tools
   * @param {{told: Told}[]} plays
   */
  dress(line, tools, plays) {
    for (const part of all(".laid, .tools", HTMLElement, this.side)) part.remove();
    this.noted.after(this.turns(line), tools);
    const choose = this.side.querySelector(".choose ul");
    choose?.replaceChildren(...this.choices(plays));
    this.side.querySelector(".how")?.toggleAttribute("hidden", !plays.length);
  }

  /**
   * The line in words, turn by turn.
   * @param {Laid[]} line
   */
  turns(line) {
    const made = element("div", "laid");
    made.append(this.part("laid-head"));
    let [seat, list] = ["", element("ol")];
    for (const { told, isKept } of line) {
      const isOwn = this.own.includes(told.seat);
      if (told.action === "end-turn" || (!isOwn && told.action === "mana")) continue;
      if (told.seat !== seat) {
        seat = told.seat;
        list = element("ol");
        made.append(isOwn ? list : this.answered(seat, list));
      }
      const item = element("li", `${isKept ? "kept" : ""}${told.where ? "" : " phase-of"}`);
      item.append(element("b", "", told.what), " ", element("span", "", told.where));
      list.append(item);
    }
    return made;
  }

  /**
   * @param {string} seat
   * @param {HTMLElement} list of what an enemy has done
   */
  answered(seat, list) {
    const made = element("section", "answers-it");
    const words = the('[data-word="answers"]', the("#words", HTMLTemplateElement).content).textContent;
    made.append(element("h4", "", words.replace("?", seat)), list);
    return made;
  }

  /**
   * All that can be played, as buttons of the page's form.
   * @param {{told: Told}[]} plays
   */
  choices(plays) {
    /** @type {Map<string, Told[]>} */
    const cards = new Map();
    for (const { told } of plays) {
      const [card] = told.action.split(" ");
      cards.set(card, [...(cards.get(card) ?? []), told]);
    }
    return [...cards.values()].map((ways) => {
      const [item, places] = [element("li"), element("span")];
      for (const told of ways) {
        const button = element("button", "button", told.where);
        Object.assign(button, { name: "action", value: told.action });
        places.append(button);
      }
      item.append(element("b", "", ways[0].what), places);
      return item;
    });
  }

  /** On to the next puzzle, as its title has it. */
  lead() {
    const next = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".solve-title a[rel=next]"));
    const link = /** @type {HTMLAnchorElement | null} */ (this.side.querySelector("[data-onward]"));
    if (!link) return;
    if (next) link.href = next.href;
    else link.remove();
  }

  /**
   * @param {HTMLElement} form
   * @param {string} name
   * @param {boolean} isRight
   */
  grade(form, name, isRight) {
    const part = the(`[data-part="${name}"]`, form);
    part.classList.toggle("is-right", isRight);
    part.classList.toggle("is-wrong", !isRight);
    const place = the(".part-name, legend", part);
    place.querySelector(".grade")?.remove();
    const grade = element("span", "grade");
    grade.append(
      this.seal(isRight ? "is-right" : "is-wrong"),
      element("span", "sr", this.word(isRight ? "is-right" : "is-wrong")),
    );
    place.append(grade);
  }
}
