// @ts-check
// The board of Clash of the Cards wherever it is played on.
import { ArmiesBoard } from "./armies/board.js";
import { ArmiesReplay } from "./armies/replay.js";
import { followBoards } from "./play/card-table.js";

followBoards("[data-armies]", ArmiesBoard, ArmiesReplay);
