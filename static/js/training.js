// @ts-check
// A run of puzzles. Without this everything works by forms; the clock then stands still until the next answer.
import { RunPage } from "./solving/run.js";

new RunPage();
