// @ts-check
// The fields around the board and the document: what is typed goes in, what is undone comes back out.

import { all, around, data, element, isCheckbox, the } from "../lib/elements.js";
import { elementOf } from "../lib/events.js";
import { setCondition, showConditions } from "./conditions.js";
import { flip, seatsOf } from "./document.js";
import { targetOf } from "./store.js";
import { setMode } from "./whole.js";
import { word } from "./words.js";

const NUMBERS = ["mana", "turn", "fixed_mana", "variable_mana"];
const OF_AI = ["fixed_mana", "variable_mana", "resistance", "abilities"];

export class Fields {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.root
   * @param {HTMLElement} parts.board
   * @param {import("./store.js").Store} parts.store
   * @param {import("./tools.js").Tools} parts.tools
   * @param {import("./draw.js").Drawing} parts.drawing
   * @param {PositionDocument} parts.starter
   */
  constructor({ root, board, store, tools, drawing, starter }) {
    this.root = root;
    this.board = board;
    this.store = store;
    this.tools = tools;
    this.drawing = drawing;
    this.starter = starter;
    root.addEventListener("change", (event) => this.changed(/** @type {Field} */ (elementOf(event))));
    root.addEventListener("click", (event) => this.clicked(elementOf(event)));
  }

  /** @param {Field} field */
  changed(field) {
    const holder = field.closest("[data-set]");
    if (holder) this.store.edit((doc) => this.set(doc, holder, field));
    else if (field.matches("[data-objective]")) this.store.edit((doc) => this.setObjective(doc));
    else if (field.matches("[data-condition]")) this.store.edit((doc) => setCondition(doc, field));
    else return;
    this.sync();
  }

  /** @param {HTMLElement} target */
  clicked(target) {
    const side = target.closest("[data-flip]");
    if (side) this.store.edit((doc) => flip(doc, data(side, "flip")));
    if (target.closest("[data-choose-target]")) this.tools.use({ kind: "target" });
  }

  /**
   * @param {PositionDocument} doc
   * @param {HTMLElement} holder
   * @param {Field} field
   */
  set(doc, holder, field) {
    const name = data(holder, "set");
    const seat = playerOf(doc, holder);
    const boxes = () => all("input:checked", HTMLInputElement, holder).map((box) => box.value);
    if (name === "mode") setMode(doc, field.value, this.starter);
    else if (name === "winners" || name === "reason") this.setResult(doc);
    else if (name === "champion") {
      if (seat?.champion) seat.champion.state = field.value;
    } else if (name === "abilities") {
      if (seat?.ai) seat.ai.abilities = boxes();
    } else {
      const value = isCheckbox(field) ? field.checked : NUMBERS.includes(name) ? whole(field) : field.value;
      if (value === null) return;
      if (!OF_AI.includes(name)) (seat ?? doc)[name] = value;
      else if (seat?.ai) seat.ai[name] = value;
    }
    if (name === "phase" && field.value !== "over") delete doc.result;
  }

  /** @param {PositionDocument} doc */
  setResult(doc) {
    const reason = the("[data-set=reason]", HTMLSelectElement, this.root).value;
    const winners = all("[data-set=winners] input:checked", HTMLInputElement, this.root).map((box) => box.value);
    if (reason) doc.result = { winners, reason };
    else delete doc.result;
  }

  /** @param {PositionDocument} doc */
  setObjective(doc) {
    /** @param {string} name */
    const field = (name) => /** @type {Field} */ (the(`[data-objective=${name}]`, this.root));
    const goal = field("goal").value;
    if (!goal) {
      delete doc.objective;
      return;
    }
    const old = doc.objective?.goal;
    const player = doc.objective ? field("player").value : doc.active;
    /** @type {Record<string, object>} */
    const made = {
      damage: { damage: Math.max(1, whole(field("damage")) ?? 1) },
      destroy: old?.destroy ? old : { destroy: this.firstTarget(doc, player) },
    };
    const turns = Math.max(1, whole(field("turns")) ?? 1);
    const { and, within, conditions, ask, hidden } = doc.objective ?? {};
    doc.objective = { player, goal: made[goal] ?? goal, turns };
    if (goal === "predict") return;
    const others = and?.filter((other) => other !== goal);
    Object.assign(
      doc.objective,
      others?.length && { and: others },
      within && { within },
      conditions && { conditions },
      ask && { ask },
      hidden && turns === 1 && hidden.player !== player && { hidden },
    );
  }

  /**
   * Something to begin with: the first Creature that is not the player's own.
   * @param {PositionDocument} doc
   * @param {string} player
   */
  firstTarget(doc, player) {
    for (const seat of seatsOf(doc)) {
      for (const line of ["upper", "lower"])
        if (seat !== player && doc.players[seat][line].length) return { player: seat, line, position: 0 };
    }
    return { player: seatsOf(doc).find((seat) => seat !== player), line: "upper", position: 0 };
  }

  // Writes the document into the fields.
  sync() {
    const { doc } = this.store;
    this.seats(doc);
    for (const field of /** @type {NodeListOf<Field>} */ (this.root.querySelectorAll("[data-set]")))
      this.write(field, this.read(doc, field));
    the("[data-ended]", this.root).hidden = doc.phase !== "over";
    if (this.root.querySelector("[data-objective]")) this.syncObjective(doc); // a form may ask for none
  }

  /** @param {PositionDocument} doc */
  syncObjective(doc) {
    const { objective } = doc;
    const goal = objective?.goal;
    const name = typeof goal === "object" ? Object.keys(goal)[0] : (goal ?? "");
    const values = {
      goal: name,
      player: objective?.player ?? doc.active,
      turns: objective?.turns ?? 1,
      damage: goal?.damage ?? 1,
    };
    for (const [key, value] of Object.entries(values)) {
      const field = /** @type {Field} */ (the(`[data-objective=${key}]`, this.root));
      field.value = String(value);
      const shown = key === "goal" || (name && (key !== "damage" || name === "damage"));
      around(field, "label").hidden = !shown;
    }
    showConditions(the("[data-conditions]", this.root), doc, (card) => this.drawing.faces.name(card));
    const target = the("[data-target]", this.root);
    around(target, "p").hidden = name !== "destroy";
    const place = goal?.destroy;
    target.textContent = targetOf(doc)
      ? word("target", { name: this.drawing.name({ zone: `${place.line}-${place.player}`, index: place.position }) })
      : word("no-target");
  }

  /**
   * @param {PositionDocument} doc
   * @param {HTMLElement} field
   */
  read(doc, field) {
    const name = data(field, "set");
    const seat = playerOf(doc, field);
    if (name === "winners") return doc.result?.winners ?? [];
    if (name === "reason") return doc.result?.reason ?? "";
    if (name === "champion") return seat?.champion?.state ?? "ready";
    if (OF_AI.includes(name)) return seat?.ai?.[name];
    return (seat ?? doc)[name];
  }

  /**
   * @param {Field | HTMLFieldSetElement} field
   * @param {any} value
   */
  write(field, value) {
    if (field instanceof HTMLFieldSetElement)
      for (const box of field.querySelectorAll("input")) box.checked = value?.includes(box.value) ?? false;
    else if (isCheckbox(field)) field.checked = Boolean(value);
    else if (field.value !== String(value)) field.value = value;
  }

  /**
   * Lists of seats follow the mode; an AI is on turn only before its Mana phase.
   * @param {PositionDocument} doc
   */
  seats(doc) {
    const seats = seatsOf(doc);
    for (const list of all("[data-seats]", HTMLSelectElement, this.root)) {
      if ([...list.options].map((option) => option.value).join("") === seats.join("")) continue;
      list.replaceChildren(...seats.map((seat) => new Option(seat, seat)));
    }
    const boxes = the("[data-seat-boxes]", this.root);
    if (boxes.querySelectorAll("input").length === seats.length) return;
    boxes.replaceChildren(
      the("legend", boxes),
      ...seats.map((seat) => {
        const label = element("label", "check");
        const box = element("input");
        box.type = "checkbox";
        box.value = seat;
        label.append(box, ` ${seat}`);
        return label;
      }),
    );
  }
}

/**
 * The player that a field is about; undefined for what is about all of the position.
 * @param {PositionDocument} doc
 * @param {HTMLElement} field
 * @returns {Player | undefined}
 */
function playerOf(doc, field) {
  return field.dataset.of === undefined ? undefined : doc.players[field.dataset.of];
}

/** @param {Field} field */
function whole(field) {
  const value = Number(field.value);
  return field.value !== "" && Number.isInteger(value) && value >= 0 ? value : null;
}
