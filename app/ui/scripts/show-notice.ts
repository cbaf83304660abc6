export function toast(text: string): void {
  document.getElementById("toasts")?.replaceChildren(paragraph(text, "toast"));
}

/**
 * Shows a notice with an Undo button. After the undo, the user returns to the page that was open.
 * @param fields other values that the form sends
 */
export function undoableToast(text: string, action: string, fields: Record<string, string> = {}): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  form.className = "row held-move";
  const back = document.createElement("input");
  back.type = "hidden";
  back.name = "back";
  const button = document.createElement("button");
  button.className = "button quiet small";
  button.textContent = "Undo";
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  form.append(back, paragraph(text), button);
  form.addEventListener("submit", () => {
    back.value = location.pathname + location.search;
  });
  document.getElementById("toasts")?.replaceChildren(form);
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
