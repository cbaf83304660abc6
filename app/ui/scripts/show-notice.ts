import { toastClass } from "../components/toast-class";

export function toast(text: string): void {
  removeToasts();
  document.getElementById("toasts")?.prepend(paragraph(text, toastClass(text)));
}

/** Undos stay until their time is over. */
export function removeToasts(): void {
  for (const shown of document.querySelectorAll("#toasts > :not(form)")) shown.remove();
}

export function notice(tone: "plain" | "good" | "bad", text: string, details = ""): HTMLElement {
  const box = document.createElement("div");
  box.className = `notice ${tone}`;
  box.setAttribute("role", tone === "bad" ? "alert" : "status");
  if (details) box.append(paragraph(text), paragraph(details));
  else box.textContent = text;
  return box;
}

function paragraph(text: string, className = ""): HTMLElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}
