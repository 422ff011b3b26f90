// @ts-check
// The editor's document, clash-position/1 as JSON, and what can be done to it. Nothing here knows the page.
//
// A zone is named as in "hand-A", "upper-B", "pile-B", "discard-B" or "champion-A"; a place is {zone, index}. What lies
// in a row is a Creature ({card, ...}), elsewhere a card; a hand also holds the word "bastion" or "fort". All functions
// change the document that they are given: editor-store.js hands them a copy.

/** @type {Record<string, [seats: string, ais: string]>} */
const MODES = {
  duel: ["AB", ""],
  solo: ["AB", "B"],
  coop: ["ABCD", "BD"],
  ffa: ["ABCD", ""],
  teams: ["ABCD", ""],
};
/** @type {("upper" | "lower")[]} */
export const LINES = ["upper", "lower"];

/** @param {unknown} item */
export const isStronghold = (item) => item === "bastion" || item === "fort";
/** @param {string} zone */
export const isRow = (zone) => /** @type {string[]} */ (LINES).includes(part(zone));
/** @param {string} zone */
export const seatOf = (zone) => zone.slice(-1);
/** @param {PositionDocument} doc */
export const seatsOf = (doc) => [...MODES[doc.mode][0]];
/**
 * @param {PositionDocument} doc
 * @param {string} seat
 */
export const isAI = (doc, seat) => MODES[doc.mode][1].includes(seat);
/** @param {string} zone */
const part = (zone) => zone.slice(0, -2);

/**
 * The things in a zone, in order. Of a Champion's place: the Champion while it is not on the board.
 * @param {PositionDocument} doc
 * @param {string} zone
 * @returns {any[]} items of rows and hands, the words of Strongholds, or a Champion
 */
export function itemsIn(doc, zone) {
  const seat = doc.players[seatOf(zone)];
  if (!seat) return [];
  if (part(zone) === "champion") return seat.champion && seat.champion.state !== "in-play" ? [seat.champion] : [];
  return seat[part(zone)] ?? [];
}

/**
 * @param {PositionDocument} doc
 * @param {Place} place
 */
export const itemAt = (doc, place) => itemsIn(doc, place.zone)[place.index];
/**
 * The card of what lies anywhere; of a Stronghold its word.
 * @param {any} item
 * @returns {CardData}
 */
export const cardOf = (item) => (item && typeof item === "object" ? (item.card ?? item) : item);
/**
 * The cards of one thing, each with whether it is a Champion's.
 * @param {Item} item
 * @param {string} zone
 * @returns {[CardData, boolean][]}
 */
export function cardsOf(item, zone) {
  if (!item || isStronghold(item)) return [];
  if (zone.startsWith("champion")) return [[cardOf(item), true]];
  if (!isRow(zone)) return [[cardOf(item), false]];
  /** @type {[CardData | undefined, boolean][]} */
  const cards = [
    [item.card, item.champion === true],
    [item.symbiote, item.champion === "symbiote"],
    [item.enchained, false],
  ];
  return cards.flatMap(([card, champion]) => (card ? [[card, champion]] : []));
}

/** @param {CardData | null} card */
export const hasSymbiote = (card) => Boolean(card?.abilities?.includes("symbiote"));

/**
 * Whether a card could go on top of what lies at a place.
 * @param {PositionDocument} doc
 * @param {Place} place
 */
export function canHost(doc, place) {
  const item = itemAt(doc, place);
  return isRow(place.zone) && Boolean(item) && !item.symbiote && !hasSymbiote(item.card);
}

// Putting and taking

/**
 * Puts a card before what lies at the place; with `champion` as the Champion of that seat, where there can be one.
 * @param {PositionDocument} doc
 * @param {Place} place
 * @param {CardData} card
 */
export function put(doc, place, card, champion = false) {
  const seat = doc.players[seatOf(place.zone)];
  const what = part(place.zone);
  if (what === "champion") {
    seat.champion = { card: plain(card), state: "ready" };
    return { zone: place.zone, index: 0 };
  }
  const list = seat[what];
  const index = Math.min(place.index, list.length);
  if (!isRow(place.zone)) list.splice(index, 0, structuredClone(card));
  else if (champion && seat.hand && seat.champion?.state !== "in-play") {
    list.splice(index, 0, { card: plain(card), champion: true });
    seat.champion = { card: plain(card), state: "in-play" };
  } else list.splice(index, 0, { card: plain(card) });
  return { zone: place.zone, index };
}

/**
 * A card without its mark, which only an Incantation in a hand can bear.
 * @param {CardData} card
 */
function plain(card) {
  const { sharpened, ...rest } = structuredClone(card);
  return rest;
}

/**
 * Takes what lies at a place away, and answers it. A Stronghold stays. Its Champion's state goes with a Creature.
 * @param {PositionDocument} doc
 * @param {Place} place
 */
export function take(doc, place) {
  const item = itemAt(doc, place);
  if (item === undefined || isStronghold(item)) return undefined;
  const seat = doc.players[seatOf(place.zone)];
  if (part(place.zone) === "champion") {
    delete seat.champion;
    return cardOf(item);
  }
  seat[part(place.zone)].splice(place.index, 1);
  if (item.champion && seat.champion?.state === "in-play") seat.champion.state = "exhausted";
  return item;
}

/**
 * Moves what lies at one place before what lies at another; answers where it is then, or null if it cannot be.
 * @param {PositionDocument} doc
 * @param {Place} from
 * @param {Place} to
 */
export function move(doc, from, to) {
  const item = itemAt(doc, from);
  if (item === undefined) return null;
  const seat = doc.players[seatOf(from.zone)];
  if (isStronghold(item) && from.zone !== to.zone) return null;
  if (from.zone === to.zone && part(from.zone) !== "champion") {
    const list = seat[part(from.zone)];
    const index = Math.min(to.index > from.index ? to.index - 1 : to.index, list.length - 1);
    list.splice(index, 0, ...list.splice(from.index, 1));
    return { zone: to.zone, index };
  }
  const wasChampion = part(from.zone) === "champion" || (isRow(from.zone) && item.champion === true);
  const stays = seatOf(from.zone) === seatOf(to.zone);
  if (isRow(from.zone) && isRow(to.zone)) return moveCreature(doc, from, to, item, stays);
  const cards = isRow(from.zone) ? [item.card, item.symbiote, item.enchained].filter(Boolean) : [cardOf(item)];
  take(doc, from);
  if (wasChampion && stays) delete seat.champion;
  cards.forEach((card, count) => {
    put(doc, { zone: to.zone, index: to.index + count }, card, wasChampion && stays);
  });
  return { zone: to.zone, index: Math.min(to.index, itemsIn(doc, to.zone).length - cards.length) };
}

/**
 * @param {PositionDocument} doc
 * @param {Place} from
 * @param {Place} to
 * @param {Item} item
 * @param {boolean} stays
 */
function moveCreature(doc, from, to, item, stays) {
  const rows = [doc.players[seatOf(from.zone)][part(from.zone)], doc.players[seatOf(to.zone)][part(to.zone)]];
  rows[0].splice(from.index, 1);
  const index = Math.min(to.index, rows[1].length);
  rows[1].splice(index, 0, item);
  if (item.champion && !stays) {
    delete item.champion;
    const left = doc.players[seatOf(from.zone)].champion;
    if (left?.state === "in-play") left.state = "exhausted";
  }
  return { zone: to.zone, index };
}

/**
 * Puts a card on top of, or face down under, the Creature at a place.
 * @param {PositionDocument} doc
 * @param {Place} place
 * @param {string} key
 * @param {CardData} card
 */
export function attach(doc, place, key, card) {
  itemAt(doc, place)[key] = plain(card);
}

/**
 * Takes the card on top or the one under a Creature away.
 * @param {PositionDocument} doc
 * @param {Place} place
 * @param {string} key
 */
export function detach(doc, place, key) {
  const item = itemAt(doc, place);
  delete item[key];
  if (key === "symbiote" && item.champion === "symbiote") {
    delete item.champion;
    const champion = doc.players[seatOf(place.zone)].champion;
    if (champion?.state === "in-play") champion.state = "exhausted";
  }
}

// Marks

/**
 * Sets or clears a mark; what has its default is left out.
 * @param {PositionDocument} doc
 * @param {Place} place
 * @param {string} name
 * @param {any} value
 */
export function mark(doc, place, name, value) {
  const item = itemAt(doc, place);
  if (name === "champion") return crown(doc, place, value);
  if (value) item[name] = value;
  else delete item[name];
}

/**
 * @param {PositionDocument} doc
 * @param {Place} place
 * @param {any} value
 */
function crown(doc, place, value) {
  const item = itemAt(doc, place);
  const seat = doc.players[seatOf(place.zone)];
  delete item.champion;
  if (value) item.champion = value === "symbiote" ? "symbiote" : true;
  if (value)
    seat.champion = {
      card: structuredClone(value === "symbiote" ? (item.symbiote ?? item.card) : item.card),
      state: "in-play",
    };
  else if (seat.champion?.state === "in-play") seat.champion.state = "exhausted";
}

/**
 * @param {PositionDocument} doc
 * @param {string} seat
 */
export function flip(doc, seat) {
  const player = doc.players[seat];
  /** @param {string} side */
  const other = (side) => (side === "fort" ? "bastion" : "fort");
  if (player.hand) player.hand = player.hand.map((item) => (isStronghold(item) ? other(item) : item));
  else player.side = other(player.side ?? "bastion");
}

/**
 * Changes what is printed on a card, wherever it lies; a Champion's card is the same one beside the board.
 * @param {PositionDocument} doc
 * @param {Place} place
 * @param {string} key
 * @param {any} value
 */
export function reprint(doc, place, key, value) {
  const item = itemAt(doc, place);
  const card = cardOf(item);
  card[key] = value;
  const champion = doc.players[seatOf(place.zone)].champion;
  if (item.champion === true && champion) champion.card = structuredClone(/** @type {CardData} */ (card));
}
