// Choosing a state chooses its usual time zone, until the user chooses a zone.
const state = document.querySelector<HTMLSelectElement>("select[data-proposes-zone]");
const zone = state?.form?.elements.namedItem("timezone");

if (state && zone instanceof HTMLSelectElement) {
  let isChosen = zone.value !== "";
  zone.addEventListener("change", () => {
    isChosen = zone.value !== "";
  });
  state.addEventListener("change", () => {
    const proposed = state.selectedOptions[0]?.dataset.zone;
    if (proposed && !isChosen) zone.value = proposed;
  });
}
