// @ts-check
// The home page: a card is dragged, and the board plays what comes of it. Without this all of it is links.
import { MovePage } from "./home/move.js";

new MovePage();
