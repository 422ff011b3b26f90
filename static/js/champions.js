// The link to share is selected as a whole when somebody goes to it.
for (const field of document.querySelectorAll("[data-select]")) {
  field.addEventListener("focus", () => field.select());
}
