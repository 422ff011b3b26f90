// @ts-check
// The page that answers a search without a network, from what the browser keeps of the rules (js/worker/rules.js).
import { data, element, the } from "./lib/elements.js";
import { OfflineDesk } from "./rulings/offline/desk.js";

/** @typedef {import("./rulings/offline/desk.js").Hit} Hit */
/** @typedef {import("./rulings/offline/desk.js").Answer} Answer */
/** @typedef {import("./rulings/offline/desk.js").FoundIn} FoundIn */

const KINDS = ["ruling", "ability", "reading", "example", "rule", "term", "cell"]; // in the order of their groups
const language = document.documentElement.lang;
const state = the("#offline-state");
const results = the("#offline-results");
const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";

async function answer() {
  const field = the(".rule-search [name='q']", HTMLInputElement);
  field.value = query;
  the("h1").textContent = data(state, "title").replace("{query}", query);
  state.setAttribute("aria-busy", "true");
  try {
    const rules = await Promise.all(data(state, "addresses").split(" ").map(fetched));
    const desk = new OfflineDesk(rules, language);
    const game = desk.shown.all.find(({ game }) => location.pathname.includes(`/${game}/`))?.game ?? "";
    show(desk.lookUp(query, game), game || "clash-of-decks");
  } catch {
    state.textContent = data(state, "missing");
  }
  state.removeAttribute("aria-busy");
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** @param {import("./rulings/offline/desk.js").Desk} found @param {string} here the game whose pages these are */
function show({ answer, others, games }, here) {
  state.textContent = data(state, answer ? "found" : "unsure");
  const first = answer ? [answerOf(answer, answer.hit.game !== here), ...others.map((one) => answerOf(one, true))] : [];
  results.replaceChildren(...first, ...games.map(gameOf));
}

/** @param {Answer} answer @param {boolean} isNamed whether it says which game it is of */
function answerOf({ verdict, sentence, hit }, isNamed) {
  const made = copied("#offline-answer");
  const game = the("[data-game]", made);
  game.textContent = data(game, "game").replace("{game}", hit.gameTitle);
  game.hidden = !isNamed;
  const said = the("[data-verdict]", made);
  said.textContent = verdict === "yes" || verdict === "no" ? data(said, verdict) : verdict && `${verdict}.`;
  the("[data-sentence]", made).textContent = sentence;
  fill(made, hit);
  const source = the("[data-source]", made);
  if (!hit.source && hit.kind === "rule") source.textContent = data(source, "rule");
  return made;
}

/** @param {FoundIn} found */
function gameOf({ title, hits }) {
  const made = copied("#offline-game");
  the("[data-game]", made).textContent = title;
  for (const kind of KINDS) {
    const ofKind = hits.filter((hit) => hit.kind === kind);
    if (ofKind.length) made.append(kindOf(kind, ofKind));
  }
  return made;
}

/** @param {string} kind @param {Hit[]} hits */
function kindOf(kind, hits) {
  const made = copied("#offline-kind");
  the("[data-kind]", made).textContent = the(`[data-kind="${kind}"]`, HTMLTemplateElement).content.textContent;
  the("ol", made).append(...hits.map(hitOf));
  return made;
}

/** @param {Hit} hit */
function hitOf(hit) {
  const made = copied("#offline-hit");
  fill(made, hit);
  the(".hit-kind", made).hidden = !hit.source && !hit.season1;
  const snippet = the("[data-snippet]", made);
  for (const [text, isMarked] of hit.snippet) snippet.append(isMarked ? element("mark", "", text) : text);
  return made;
}

/** The title with its link, the source and the season. @param {HTMLElement} made @param {Hit} hit */
function fill(made, { title, href, source, season1 }) {
  const link = the("[data-title]", HTMLAnchorElement, made);
  link.textContent = title;
  link.href = href;
  const told = the("[data-source]", made);
  told.textContent = source?.[1] ?? "";
  if (source) told.classList.add("told", source[0]);
  the("[data-season]", made).hidden = !season1;
}

/** @param {string} id */
function copied(id) {
  const content = the(id, HTMLTemplateElement).content.firstElementChild;
  return /** @type {HTMLElement} */ (document.importNode(/** @type {Element} */ (content), true));
}

if (query) answer();
