// Dragging a card to its place, with a mouse or a pen. A finger scrolls the page, and taps.

const FAR = 6; // pixels before a press becomes a drag

export function watchDrags(table) {
  let drag = null;

  table.board.addEventListener("pointerdown", (event) => {
    const figure = event.target.closest("[data-card]");
    if (!figure || event.button || event.pointerType === "touch") return;
    drag = { figure, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  });

  document.addEventListener("pointermove", async (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR;
    if (!drag.ghost && far) {
      drag.ghost = ghostOf(drag.figure);
      const begun = drag;
      if (!(await table.choose(drag.figure.dataset.card)) && drag === begun) return end();
    }
    if (!drag?.ghost) return;
    drag.ghost.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
    const over = table.actionAt(document.elementFromPoint(event.clientX, event.clientY));
    for (const spot of table.spots) spot.classList.toggle("over", spot.dataset.action === over);
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const wasDrag = Boolean(drag.ghost);
    end();
    if (!wasDrag) return;
    table.dragged = true; // the click that follows is none
    setTimeout(() => (table.dragged = false));
    const action = table.actionAt(document.elementFromPoint(event.clientX, event.clientY));
    if (action) table.take(action);
    else table.let_go();
  });

  document.addEventListener("pointercancel", () => {
    if (!drag) return;
    end();
    table.let_go();
  });

  function end() {
    drag.ghost?.remove();
    drag = null;
  }
}

function ghostOf(figure) {
  const box = figure.getBoundingClientRect();
  const ghost = figure.cloneNode(true);
  ghost.removeAttribute("data-key");
  for (const named of ghost.querySelectorAll("[id]")) named.removeAttribute("id");
  ghost.className = "fig drag-ghost";
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
  document.body.append(ghost);
  return ghost;
}
