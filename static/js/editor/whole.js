// @ts-check
// What is done to all of a document at once: its lines, its players, its mode. As in document.js, nothing knows the page.

import { isAI, isStronghold, LINES, seatsOf, take } from "./document.js";
import { placesNamed } from "./store.js";

/** @type {{[setting: string]: any}} */
const QUICK_AI = { fixed_mana: 6, variable_mana: 1, resistance: false, abilities: [] };

/**
 * Everything of a document gives way to another one.
 * @param {PositionDocument} doc
 * @param {PositionDocument} other
 */
export function replaceWith(doc, other) {
  for (const key of Object.keys(doc)) delete doc[key];
  return Object.assign(doc, other);
}

/** @param {PositionDocument} doc */
export function clearLines(doc) {
  for (const [seat, player] of Object.entries(doc.players)) {
    for (const line of LINES) while (player[line]?.length) take(doc, { zone: `${line}-${seat}`, index: 0 });
  }
}

/**
 * Only Strongholds are left, at the beginning of a turn: the second one of whoever's turn it is, with the Mana of it.
 * @param {PositionDocument} doc
 */
export function clearAll(doc) {
  clearLines(doc);
  doc.phase = "summoning";
  doc.mana = 1;
  delete doc.result;
  if (isAI(doc, doc.active)) doc.active = "A";
  for (const [seat, player] of Object.entries(doc.players)) {
    player.turn = seat === doc.active ? 2 : 1;
    if (player.hand) player.hand = player.hand.filter(isStronghold);
    else player.pile = player.discard = [];
    delete player.champion;
  }
  delete doc.objective;
}

/** @param {PositionDocument} doc */
export function swapLines(doc) {
  for (const player of Object.values(doc.players)) [player.upper, player.lower] = [player.lower, player.upper];
  for (const target of placesNamed(doc)) target.line = target.line === "upper" ? "lower" : "upper";
}

/**
 * Another mode: seats come with the hand that the starting position gives them, and hands become piles for AIs.
 * @param {PositionDocument} doc
 * @param {string} mode
 * @param {PositionDocument} starter
 */
export function setMode(doc, mode, starter) {
  doc.mode = mode;
  const seats = seatsOf(doc);
  for (const seat of "ABCD") {
    if (!seats.includes(seat)) delete doc.players[seat];
    else
      doc.players[seat] = seated(
        doc.players[seat] ?? structuredClone(starter.players["ACBD".indexOf(seat) < 2 ? "A" : "B"]),
        isAI(doc, seat),
      );
  }
  if (!seats.includes(doc.first)) doc.first = "A";
  if (!seats.includes(doc.active) || (isAI(doc, doc.active) && doc.phase !== "over")) doc.active = "A";
  if (doc.objective && !seats.includes(doc.objective.player)) delete doc.objective;
  if (doc.result) doc.result.winners = doc.result.winners.filter((seat) => seats.includes(seat));
}

/**
 * @param {Player} player
 * @param {boolean} ai
 */
function seated(player, ai) {
  const { turn, hand, pile = [], side, discard = [], upper, lower } = player;
  if (ai === !hand) return player;
  if (hand) {
    const rows = { upper, lower };
    for (const line of LINES) for (const creature of rows[line] ?? []) delete creature.champion;
    const cards = hand.filter((item) => !isStronghold(item));
    return {
      turn,
      ai: { ...QUICK_AI },
      side: hand.includes("fort") ? "fort" : "bastion",
      pile: cards,
      discard: [],
      ...rows,
    };
  }
  return { turn, hand: [side, ...pile, ...discard], upper, lower };
}
