// @ts-check
// Forms in which one chooses so many of several (`data-choice`): the button waits until they are chosen, and names what
// is chosen where that is one thing (`data-button` of the radio button). What the card does that was touched last stands
// whole in `data-about-chosen`: below the cards themselves a phone has a line of it (cards.css).

let latest = ""; // what was chosen last: when the page renews itself it stays chosen
let looked = ""; // what was touched last, chosen or not

/** @param {HTMLFormElement} form */
function show(form) {
  if (!form.querySelector("input:checked")) {
    const again = form.querySelector(`input[type="radio"][value="${CSS.escape(latest)}"]`);
    if (again instanceof HTMLInputElement) again.checked = true;
  }
  const chosen = form.querySelectorAll("input:checked");
  const says = form.querySelector("[data-chosen]");
  if (says && says.textContent !== String(chosen.length)) says.textContent = String(chosen.length);
  const button = [...form.elements].find((element) => element.matches("button.strong"));
  if (!(button instanceof HTMLButtonElement)) return;
  button.disabled = chosen.length !== Number(form.dataset.choice);
  const words = chosen[0] instanceof HTMLInputElement && chosen[0].dataset.button;
  if (words) button.textContent = words;
}

/** What the card that was touched last does, as its list of abilities has it. */
function showAbout() {
  const place = document.querySelector("[data-about-chosen]");
  if (!place) return;
  const fields = [...document.querySelectorAll("form[data-choice] input")];
  const field = fields.find((one) => one instanceof HTMLInputElement && one.value === looked);
  const about = document.getElementById(field?.getAttribute("aria-describedby") ?? "");
  const lines = [...(about?.children ?? [])].map((line) => line.cloneNode(true));
  place.replaceChildren(...lines);
}

function showAll() {
  for (const form of document.querySelectorAll("form[data-choice]")) if (form instanceof HTMLFormElement) show(form);
  showAbout();
}

export function watchChoices() {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "radio") latest = target.value;
    showAll();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.form?.dataset.choice) return;
    looked = target.value;
    showAbout();
  });
  document.addEventListener("htmx:afterSwap", showAll);
  showAll();
}
