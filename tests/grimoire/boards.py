"""What the browser tests read off a board."""

# Every zone with its cards in order, what is said over them, and the panels of the seats, as plain data.
arrangement_of = """() => {
  const says = (node) => node.textContent.replace(/\\s+/g, "");
  const figures = (zone) => [...zone.children].map((figure) => ({
    looks: [...figure.classList].sort().join(" "),
    label: figure.dataset.label ?? "",
    tokens: [...figure.querySelectorAll(":scope > .token")].map((token) => `${token.id} ${token.className} ${says(token)}`),
    over: [...figure.querySelector(".over").children].map((part) => `${[...part.classList].sort().join(" ")} ${says(part)}`),
  }));
  const board = document.getElementById("board");
  return {
    zones: Object.fromEntries([...board.querySelectorAll("[data-zone]")].map((zone) => [zone.dataset.zone, figures(zone)])),
    panels: [...board.querySelectorAll("[data-panel]")].map((panel) => [
      panel.className, [...panel.querySelectorAll("[data-says]")].map(says), panel.querySelectorAll("i.full").length,
      panel.querySelectorAll("i").length, panel.querySelector(".mana").hidden,
    ]),
    status: says(board.querySelector("[data-status]")),
    step: says(document.querySelector("[data-step-now]")),
    now: says(document.querySelector("[data-now-says]")),
  };
}"""
