// @ts-check
// The page of a live game that has no board to play on by script. Without this everything works by links and forms.
import { watchChoices } from "./lib/choices.js";
import { TablePage } from "./play/page.js";

new TablePage();
watchChoices();
