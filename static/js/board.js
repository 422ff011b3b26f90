// The board's page: the server has drawn everything; from here on moving through the steps is instant.
import { Arranger } from "./arrange.js";
import { glide } from "./flip.js";
import { openKeys, watchCards } from "./peek.js";
import { Steps } from "./steps.js";

const source = document.getElementById("board-data");

if (source) {
  const data = JSON.parse(source.textContent);
  const board = document.getElementById("board");
  const arranger = new Arranger(board, data);
  const steps = new Steps(data.steps.length - 1, data.step, (step) => glide(board, () => arranger.show(step)));
  watchCards(board, data.abilities);
  document.querySelector("[data-keys-help]")?.addEventListener("click", openKeys);
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !steps.isTyping(event)) openKeys();
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied;
    } catch {
      field.focus();
      field.select();
    }
  });
}
