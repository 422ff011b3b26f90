"""Readings of a board, for browser tests."""

# Every zone with its cards in order, what is said over them, and the panels of the seats, as plain data.
arrangement_of = """() => {
  const says = (node) => node.textContent.replace(/\\s+/g, "");
  const looks = (node) => [...node.classList].sort().join(" ");
  const token = (node) => `${node.id} ${looks(node)} ${says(node)}`;
  const figure = (node) => ({
    looks: looks(node),
    label: node.dataset.label ?? "",
    tokens: [...node.querySelectorAll(":scope > .token")].map(token),
    over: [...node.querySelector(".over").children].map((part) => `${looks(part)} ${says(part)}`),
  });
  const panel = (node) => ({
    looks: looks(node),
    says: [...node.querySelectorAll("[data-says]")].map(says),
    pips: [...node.querySelectorAll(".pips i")].map(looks),
    hidden: node.querySelector(".mana").hidden,
  });
  const board = document.getElementById("board");
  const zones = [...board.querySelectorAll("[data-zone]")];
  return {
    zones: Object.fromEntries(zones.map((zone) => [zone.dataset.zone, [...zone.children].map(figure)])),
    panels: [...board.querySelectorAll("[data-panel]")].map(panel),
    status: says(board.querySelector("[data-status]")),
    step: says(document.querySelector("[data-step-now]")),
    now: says(document.querySelector("[data-now-says]")),
  };
}"""
