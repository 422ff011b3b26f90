// @ts-check
// The board's page: the server has drawn everything; from here on moving through the steps is instant.
import { Arranger } from "./board/arrange.js";
import { glide } from "./board/glide.js";
import { openKeys, watchCards } from "./board/peek.js";
import { Replay } from "./board/replay.js";
import { Thinking } from "./board/thinking.js";
import { timesOf } from "./board/timing.js";
import "./board/why.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { json, the } from "./lib/elements.js";
import { isTyping } from "./lib/events.js";

if (document.getElementById("board-data")) {
  const data = json("board-data");
  const board = the("#board");
  const arranger = new Arranger(board, data);
  const panel = document.getElementById("thinking"); // a replay's board has none
  const thinking = panel && new Thinking(panel);
  const show = (/** @type {number} */ step) => {
    glide(board, () => arranger.show(step));
    thinking?.show(step);
  };
  new Replay(data.steps.length - 1, data.step, show, { times: timesOf(arranger.steps), addresses: true });
  arranger.point(data.step);
  watchCards(board, data.abilities);
  document.querySelector("[data-keys-help]")?.addEventListener("click", openKeys);
  document.addEventListener("keydown", (event) => {
    if (isTyping(event, "[type=range]")) return;
    if (event.key === "?") openKeys();
    if (event.key === "l") thinking?.toggle();
  });
}

watchCopyButtons();
