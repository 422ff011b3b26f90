// @ts-check
// The board of Clash of Magic Schools wherever it is played on.
import { followBoards } from "./play/card-table.js";
import { SchoolsBoard } from "./schools/board.js";
import { SchoolsReplay } from "./schools/replay.js";

followBoards("[data-schools]", SchoolsBoard, SchoolsReplay);
