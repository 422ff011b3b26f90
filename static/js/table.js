// @ts-check
// The page of a live game. Without this everything works by links and forms.
import "./board/why.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { data } from "./lib/elements.js";
import { preparePagesOffline } from "./lib/worker.js";
import { openChoosing } from "./play/choosing.js";
import { openDecks } from "./play/decks.js";
import { TablePage } from "./play/page.js";
import { watchTurns } from "./play/turns.js";

watchCopyButtons();
watchTurns();
preparePagesOffline();
const table = document.getElementById("solve");
if (table) {
  new TablePage();
  openDecks(data(table, "game"));
} else openChoosing();
