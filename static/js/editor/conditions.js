// @ts-check
// Further goals and the conditions of an objective: from the fields into the document and back.

import { all, around, data, isCheckbox, the } from "../lib/elements.js";
import { cardOf, isStronghold } from "./document.js";

/** @typedef {{player: string, goal: any, turns: number, and?: any[], within?: boolean, ask?: string, conditions?: Conditions, hidden?: {player: string, cards: CardData[]}}} Objective */

/**
 * What a field says goes into the objective; what it does not speak of stays.
 * @param {PositionDocument} doc
 * @param {Field} field
 */
export function setCondition(doc, field) {
  const { objective } = doc;
  if (!objective) return;
  const name = data(field, "condition");
  const isOn = isCheckbox(field) && field.checked;
  const conditions = { ...objective.conditions };
  if (name === "and" || name === "and-damage") objective.and = furtherGoals(objective, field);
  else if (name === "within") objective.within = isOn;
  else if (name === "ask") objective.ask = isOn ? "ways" : undefined;
  else if (name === "incantations") conditions.incantations = !isOn;
  else if (name === "fewest") conditions.fewest = isOn;
  else if (name === "plays")
    conditions.plays = field.value === "" ? undefined : Math.min(20, Math.max(0, Number(field.value)));
  else if (name === "keep-bastion" || name === "keep-creatures") {
    const kept = new Set(conditions.keep);
    kept[isOn ? "add" : "delete"](name.slice("keep-".length));
    conditions.keep = [...kept].sort();
  } else if (name === "with" || name === "without") {
    const card = cardsToName(doc, name).find((candidate) => keyOf(candidate) === field.value);
    conditions[name] = card ? [card] : [];
  }
  if (name === "hidden") hideHand(doc, field.value);
  else if (name === "held") holdCards(doc, Number(field.value));
  tidy(objective, conditions);
}

/** The card that stands for each one of a hidden hand, as the server has it. */
const BACK = { name: "?", type: "incantation", cost: 99, av: 0, abilities: [] };

/**
 * A player's hand becomes the cards of which the hidden hand is; one that was hidden shows them all again.
 * @param {PositionDocument} doc
 * @param {string} seat "" for no hand
 */
function hideHand(doc, seat) {
  const { objective } = doc;
  if (!objective) return;
  if (objective.hidden) {
    const { player, cards } = objective.hidden;
    setCards(doc, player, cards);
    delete objective.hidden;
  }
  if (!seat) return;
  const cards = cardsOf(doc, seat);
  objective.hidden = { player: seat, cards };
  setCards(
    doc,
    seat,
    cards.map(() => ({ ...BACK })),
  );
}

/**
 * @param {PositionDocument} doc
 * @param {number} count
 */
function holdCards(doc, count) {
  const hidden = doc.objective?.hidden;
  if (!hidden) return;
  const held = Math.min(hidden.cards.length, Math.max(1, Math.trunc(count) || 1));
  setCards(
    doc,
    hidden.player,
    Array.from({ length: held }, () => ({ ...BACK })),
  );
}

/**
 * @param {PositionDocument} doc
 * @param {string} seat
 * @returns {CardData[]}
 */
const cardsOf = (doc, seat) => (doc.players[seat]?.hand ?? []).filter((item) => !isStronghold(item));

/**
 * Other cards around the Stronghold, which stays as near to its place as there are cards on its left.
 * @param {PositionDocument} doc
 * @param {string} seat
 * @param {CardData[]} cards
 */
function setCards(doc, seat, cards) {
  const hand = doc.players[seat].hand ?? [];
  const at = Math.max(0, hand.findIndex(isStronghold));
  const left = Math.min(at, Math.max(0, cards.length - 1));
  doc.players[seat].hand = [...cards.slice(0, left), hand[at], ...cards.slice(left)];
}

/**
 * Leaves out what has its default.
 * @param {Objective} objective
 * @param {Conditions} conditions
 */
function tidy(objective, conditions) {
  if (conditions.incantations) delete conditions.incantations;
  if (conditions.plays === undefined) delete conditions.plays;
  if (!conditions.fewest || conditions.plays === undefined) delete conditions.fewest;
  for (const key of /** @type {const} */ (["with", "without", "keep"]))
    if (!conditions[key]?.length) delete conditions[key];
  if (Object.keys(conditions).length) objective.conditions = conditions;
  else delete objective.conditions;
  if (!objective.and?.length) delete objective.and;
  if (!objective.within) delete objective.within;
  if (!objective.ask) delete objective.ask;
}

/**
 * @param {Objective} objective
 * @param {Field} field
 */
function furtherGoals(objective, field) {
  const root = around(field, "[data-conditions]");
  const goal = the("[data-condition=and]", HTMLSelectElement, root).value;
  const damage = Number(the("[data-condition=and-damage]", HTMLInputElement, root).value);
  const others = (objective.and ?? []).slice(1);
  if (!goal) return others;
  if (goal === "destroy") return objective.and;
  return [goal === "damage" ? { damage: Math.max(1, Math.trunc(damage) || 1) } : goal, ...others];
}

/**
 * Writes the conditions of the document into the fields.
 * @param {HTMLElement} root
 * @param {PositionDocument} doc
 * @param {(card: CardData) => string} nameOf
 */
export function showConditions(root, doc, nameOf) {
  const { objective } = doc;
  root.hidden = !objective || objective.goal === "predict";
  const further = objective?.and?.[0] ?? "";
  const goal = typeof further === "object" ? Object.keys(further)[0] : further;
  const conditions = objective?.conditions ?? {};
  for (const name of /** @type {const} */ (["with", "without"])) {
    const select = the(`[data-condition=${name}]`, HTMLSelectElement, root);
    select.replaceChildren(select.options[0]);
    for (const card of cardsToName(doc, name)) select.add(new Option(nameOf(card), keyOf(card)));
    select.value = conditions[name]?.length ? keyOf(conditions[name][0]) : "";
  }
  /** @type {Record<string, string | boolean>} */
  const values = {
    and: goal,
    "and-damage": String(further?.damage ?? 1),
    within: objective?.within ?? false,
    ask: objective?.ask === "ways",
    plays: String(conditions.plays ?? ""),
    fewest: conditions.fewest ?? false,
    incantations: conditions.incantations === false,
    "keep-bastion": conditions.keep?.includes("bastion") ?? false,
    "keep-creatures": conditions.keep?.includes("creatures") ?? false,
  };
  const hidden = the("[data-condition=hidden]", HTMLSelectElement, root);
  hidden.replaceChildren(hidden.options[0]);
  for (const seat of Object.keys(doc.players))
    if (seat !== objective?.player && doc.players[seat].hand) hidden.add(new Option(seat, seat));
  values.hidden = objective?.hidden?.player ?? "";
  values.held = String(objective?.hidden ? cardsOf(doc, objective.hidden.player).length : 1);
  for (const field of all("[data-condition]", HTMLElement, root)) {
    const value = values[data(field, "condition")];
    if (isCheckbox(field)) field.checked = Boolean(value);
    else if (value !== undefined) /** @type {Field} */ (field).value = String(value);
  }
  const chosen = the("[data-condition=and]", HTMLSelectElement, root);
  for (const option of chosen.options) {
    option.hidden = option.value !== "damage" && option.value === objective?.goal;
    if (option.value === "destroy") option.hidden = goal !== "destroy";
  }
  around(the("[data-condition=and-damage]", root), "label").hidden = goal !== "damage";
  around(the("[data-condition=within]", root), "label").hidden = (objective?.turns ?? 1) < 2;
  around(hidden, "label").hidden = (objective?.turns ?? 1) > 1;
  around(the("[data-condition=held]", root), "label").hidden = !objective?.hidden;
  the("[data-condition=fewest]", HTMLInputElement, root).disabled = conditions.plays === undefined;
}

/**
 * The different cards that the player of the objective can play, and those that it names already.
 * @param {PositionDocument} doc
 * @param {"with" | "without"} name
 * @returns {CardData[]}
 */
function cardsToName(doc, name) {
  const player = doc.players[doc.objective?.player ?? doc.active];
  const cards = [
    ...(player?.hand ?? []).filter((item) => !isStronghold(item)),
    ...(player?.champion ? [cardOf(player.champion)] : []),
    ...(doc.objective?.conditions?.[name] ?? []),
  ];
  /** @type {Map<string, CardData>} */
  const known = new Map();
  for (const { sharpened: _, ...card } of cards) if (!known.has(keyOf(card))) known.set(keyOf(card), card);
  return [...known.values()];
}

/**
 * Equal for equal cards.
 * @param {CardData} card
 */
const keyOf = ({ name, type, cost, av, hp, abilities }) =>
  JSON.stringify([name, type, cost, av, hp ?? 0, [...(abilities ?? [])].sort()]);
