// @ts-check
// The page of a Mutation session: it renews itself while it is seen, links are copied, chosen cards are counted.
import { watchChoices } from "./lib/choices.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { watchForms } from "./mutation/offline.js";
import { watchRenewal } from "./mutation/renewal.js";
import { watchTurns } from "./play/turns.js";

watchChoices();
watchCopyButtons();
watchForms();
watchRenewal();
watchTurns();
