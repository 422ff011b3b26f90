// @ts-check
// The clock of a run whose board has a script of its own.
import { startClock } from "./lib/run-clock.js";

startClock();
