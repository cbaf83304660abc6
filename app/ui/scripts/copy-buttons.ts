/** Shows the copy buttons in a part of the page. Each copies the field that it names. */
export function showCopyButtons(part: ParentNode): void {
  for (const button of part.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const field = document.getElementById(button.dataset.copy ?? "") as HTMLInputElement;
  const result = button.parentElement?.querySelector("[data-copied]");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    if (result) result.textContent = "Copied";
  } catch {
    if (result) result.textContent = "The text is selected. Press Ctrl+C or ⌘C to copy it.";
  }
}
