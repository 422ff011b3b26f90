// @ts-check
// The page of a live game. Without this everything works by links and forms.
import "./board/why.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { openChoosing } from "./play/choosing.js";
import { openTable } from "./play/page.js";
import { watchTurns } from "./play/turns.js";

watchCopyButtons();
watchTurns();
if (document.getElementById("board")) openTable();
else openChoosing();
