import { counted } from "~/core/language/strings";
import { scheduleTexts as texts } from "./schedule-texts";

const status = () => document.getElementById("load-status");

/** Moves the status outside the part that gets replaced, so that screen readers announce changes. */
export function keepLoadStatus(): void {
  const line = status();
  if (line) document.getElementById("schedule")?.before(line);
}

/** @param control the link that was used; the status appears next to it */
export function showLoading(control?: HTMLElement): void {
  show("busy", control, paragraph(texts.load.loading));
}

export function showFailed(control?: HTMLElement): void {
  const again = document.createElement("button");
  again.type = "button";
  again.className = "button quiet";
  again.dataset.retry = "";
  again.textContent = texts.load.again;
  const next = navigator.onLine ? texts.load.failedNext : texts.load.offlineNext;
  show("notice bad", control, paragraph(texts.load.failed), paragraph(next), again);
}

/** Announces the count to screen readers only. */
export function showFound(count: number): void {
  const line = status();
  if (!line) return;
  line.className = "load-status unseen";
  line.replaceChildren(document.getElementById("found")?.textContent ?? counted(texts.load.found, count));
  document.getElementById("schedule")?.removeAttribute("aria-busy");
}

function show(look: string, control: HTMLElement | undefined, ...content: HTMLElement[]): void {
  const line = status();
  if (!line) return;
  const group = control?.isConnected ? control.closest(".calendar, .filters, .buttons") : null;
  if (group) group.after(line);
  else document.querySelector(".schedule-right")?.prepend(line);
  line.className = `load-status ${look}`;
  line.replaceChildren(...content);
  document.getElementById("schedule")?.setAttribute("aria-busy", String(look === "busy"));
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
