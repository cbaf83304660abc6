/** Shows content under a heading and a close button in a dialog that has an ID. */
export function fillDialog(
  dialog: HTMLDialogElement,
  heading: Element | string,
  content: Iterable<Node>,
): void {
  const close = document.createElement("button");
  close.type = "button";
  close.className = "dialog-close";
  close.setAttribute("aria-label", "Close");
  close.textContent = "×";
  close.addEventListener("click", () => dialog.close());
  const title = typeof heading === "string" ? document.createElement("h2") : heading;
  if (typeof heading === "string") title.textContent = heading;
  title.id = `${dialog.id}-title`;
  title.setAttribute("tabindex", "-1");
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.replaceChildren(close, title, ...content);
}
