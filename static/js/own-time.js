// @ts-check
// Fields for a moment take the reader's own time; without this script, UTC, as their label then says.

for (const input of document.querySelectorAll("input[data-own-time]")) {
  if (input instanceof HTMLInputElement) useOwnTime(input);
}

/** @param {HTMLInputElement} input */
function useOwnTime(input) {
  const offset = input.form?.elements.namedItem(input.dataset.ownTime ?? "");
  const label = input.labels?.[0];
  if (!(offset instanceof HTMLInputElement) || !label || !input.form) return;
  label.textContent = input.dataset.ownLabel ?? "";
  const kept = new Date(input.dataset.utc ?? "");
  if (!Number.isNaN(kept.getTime())) input.value = ownTime(kept);
  input.form.addEventListener("submit", () => {
    const moment = new Date(input.value); // in the browser's own time
    offset.value = Number.isNaN(moment.getTime()) ? "" : String(moment.getTimezoneOffset());
  });
}

/**
 * As the field writes it, without a zone.
 * @param {Date} moment
 */
function ownTime(moment) {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
