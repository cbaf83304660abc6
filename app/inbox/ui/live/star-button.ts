const openPicker = () => document.querySelector<HTMLElement>(".star-picker");

export function pickStar(star: HTMLElement | null): void {
  const row = star?.closest<HTMLElement>(".thread");
  if (!star || !row) return;
  const wasOpen = openPicker()?.closest(".thread") === row;
  closePicker();
  const picker = wasOpen ? null : pickerOf(row, star);
  if (!picker) return;
  row.append(picker);
  star.setAttribute("aria-expanded", "true");
  picker.querySelector<HTMLElement>("button")?.focus();
}

function pickerOf(row: HTMLElement, star: HTMLElement): HTMLFormElement | null {
  const template = document.getElementById("star-picker") as HTMLTemplateElement | null;
  const picker = template?.content.querySelector("form")?.cloneNode(true) as HTMLFormElement | undefined;
  if (!picker) return null;
  picker.action = `/messages/${row.dataset.id}/star`;
  picker.setAttribute("aria-label", `${picker.getAttribute("aria-label")} ${row.dataset.title}`);
  for (const choice of picker.querySelectorAll("button[aria-pressed]")) {
    choice.setAttribute("aria-pressed", String(star.classList.contains((choice as HTMLButtonElement).value)));
  }
  return picker;
}

function closePicker(): void {
  const picker = openPicker();
  const star = picker?.closest(".thread")?.querySelector<HTMLElement>(":scope > .star");
  star?.setAttribute("aria-expanded", "false");
  if (picker?.contains(document.activeElement)) star?.focus();
  picker?.remove();
}

export function watchPicker(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closePicker();
  });
}
