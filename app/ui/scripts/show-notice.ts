/** Shows a success over the page; screen readers hear it. */
export function toast(text: string): void {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = text;
  document.getElementById("toasts")?.replaceChildren(line);
}

/** A notice as components draw it; a problem is read out at once. */
export function notice(tone: "plain" | "good" | "bad", text: string): HTMLElement {
  const box = document.createElement("div");
  box.className = `notice ${tone}`;
  box.setAttribute("role", tone === "bad" ? "alert" : "status");
  box.textContent = text;
  return box;
}
