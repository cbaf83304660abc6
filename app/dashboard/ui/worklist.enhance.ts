const visitsIn = (form: Element) => [
  ...form.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name="visit"]'),
];

/** Shows the number of selected visits, and whether the full page is selected. */
function count(form: HTMLFormElement): void {
  const boxes = visitsIn(form);
  const checked = boxes.filter((box) => box.checked).length;
  const total = checked + form.querySelectorAll('input[type="hidden"][name="visit"]').length;
  const text = `${total} ${total === 1 ? "visit" : "visits"} selected`;
  const shown = form.querySelector("[data-count]");
  if (shown && shown.textContent !== text) shown.textContent = text;
  const bar = form.querySelector<HTMLElement>("[data-selection]");
  const selection = total > 0 ? "some" : "none";
  // Setting an unchanged value would trigger the observer again.
  if (bar && bar.dataset.selection !== selection) bar.dataset.selection = selection;
  const actions = form.querySelector<HTMLElement>("[data-selection] .buttons");
  if (actions && actions.hidden !== (total === 0)) actions.hidden = total === 0;
  const all = form.querySelector<HTMLInputElement>("[data-pick-all] input");
  if (!all) return;
  all.checked = boxes.length > 0 && checked === boxes.length;
  all.indeterminate = checked > 0 && checked < boxes.length;
}

function prepare(): void {
  for (const label of document.querySelectorAll<HTMLElement>("[data-pick-all][hidden]")) label.hidden = false;
  for (const link of document.querySelectorAll<HTMLElement>("[data-pick-link]:not([hidden])"))
    link.hidden = true;
  for (const bar of document.querySelectorAll("[data-selection]")) {
    const form = bar.closest("form");
    if (form) count(form);
  }
}

document.addEventListener("change", (event) => {
  const box = event.target as HTMLInputElement;
  const form = box.closest<HTMLFormElement>("form");
  if (!form?.querySelector("[data-selection]")) return;
  if (box.closest("[data-pick-all]")) for (const visit of visitsIn(form)) visit.checked = box.checked;
  count(form);
});

// The browser restores checked boxes when the user goes back.
addEventListener("pageshow", prepare);
prepare();

// Other scripts may update a table.
const main = document.getElementById("main");
if (main && document.querySelector("[data-selection]")) {
  new MutationObserver(prepare).observe(main, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["hidden", "data-selection"],
  });
}
