// Reading a card large: a click, a tap or Enter opens it with the texts of its abilities.
import { icon } from "./figure.js";

export function openKeys() {
  document.getElementById("keys").showModal();
}

export function watchCards(board, abilities) {
  const peek = document.getElementById("peek");
  board.addEventListener("click", (event) => {
    const token = event.target.closest(".token") ?? event.target.closest(".fig")?.querySelector(".token:last-of-type");
    if (token) openCard(token, abilities);
  });
  board.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.matches(".token")) {
      event.preventDefault();
      openCard(event.target, abilities);
    }
  });
  peek.addEventListener("click", (event) => {
    if (event.target === peek) peek.close();
  });
}

export function openCard(token, abilities) {
  const peek = document.getElementById("peek");
  const holder = document.createElement("div");
  holder.className = `card-holder${token.classList.contains("fort") ? " token fort" : ""}`;
  holder.append(token.querySelector(".card").cloneNode(true));
  peek.querySelector(".peek-card").replaceChildren(holder);
  const seen = new Set([...token.querySelectorAll("[data-ability]")].map((badge) => badge.dataset.ability));
  for (const badge of token.closest(".fig").querySelectorAll(".given [data-ability]")) seen.add(badge.dataset.ability);
  const texts = [...seen].flatMap((slug) => explain(abilities[slug]));
  peek.querySelector(".peek-abilities").replaceChildren(...texts);
  peek.setAttribute("aria-label", token.getAttribute("aria-label"));
  peek.showModal();
}

function explain(ability) {
  const term = document.createElement("dt");
  term.append(icon(ability.icon), ability.name);
  const text = document.createElement("dd");
  text.textContent = ability.text;
  return [term, text];
}
