import { strings } from "../../strings";
import { starColors } from "../../threads/thread";

const openPicker = () => document.querySelector<HTMLElement>(".star-picker");

/** Opens the colours beside a star, or closes them where they are open. */
export function pickStar(star: HTMLElement | null): void {
  const row = star?.closest<HTMLElement>(".thread");
  if (!star || !row) return;
  const wasHere = openPicker()?.closest(".thread") === row;
  closePicker();
  if (wasHere) return;
  const picker = pickerOf(row, star);
  row.append(picker);
  star.setAttribute("aria-expanded", "true");
  picker.querySelector<HTMLElement>("button")?.focus();
}

/** The form that the page draws for one row (ui/star-picker.tsx). */
function pickerOf(row: HTMLElement, star: HTMLElement): HTMLFormElement {
  const form = document.createElement("form");
  form.method = "post";
  form.action = `/messages/${row.dataset.id}/star`;
  form.className = "star-picker";
  form.dataset.change = "";
  form.setAttribute("aria-label", `Star colour: ${star.getAttribute("aria-label")}`);
  const back = document.createElement("input");
  back.type = "hidden";
  back.name = "back";
  back.value = document.getElementById("messaging")?.dataset.view ?? "/messages";
  form.append(back, ...starColors.map((color) => choice(color, color, star.classList.contains(color))));
  form.append(choice("", strings.clearStar, false));
  return form;
}

function choice(color: string, label: string, chosen: boolean): HTMLButtonElement {
  const button = document.createElement("button");
  button.name = "color";
  button.value = color;
  button.className = color ? `star ${color}` : "star-clear";
  button.textContent = color ? `★ ${label}` : label;
  if (color) button.setAttribute("aria-pressed", String(chosen));
  return button;
}

/** Closes the colours, with the focus back on their star. */
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
