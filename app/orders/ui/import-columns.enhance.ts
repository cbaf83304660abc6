/** Shows the first values of the chosen column. */
for (const select of document.querySelectorAll<HTMLSelectElement>("select")) {
  const shown = select.closest(".field")?.querySelector(".sample-values");
  if (!shown) continue;
  const show = () => {
    shown.textContent = select.selectedOptions[0]?.dataset.values ?? "";
  };
  select.addEventListener("change", show);
  show();
}
