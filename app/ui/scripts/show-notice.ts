export function toast(text: string): void {
  document.getElementById("toasts")?.replaceChildren(paragraph(text, "toast"));
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
