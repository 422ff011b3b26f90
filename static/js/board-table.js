// @ts-check
// The page of a live game with a board. Without this everything works by links and forms.
import { data, the } from "./lib/elements.js";
import { PlayBoard } from "./play/board.js";
import { openDecks } from "./play/decks.js";

new PlayBoard();
openDecks(data(the("#table"), "game"));
