/** Makes copy buttons work, also in parts that are loaded later. Each names the field or the link to copy. */
export function watchCopyButtons(): void {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-copy]");
    if (button) copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset.copy ?? "");
  const result = button.parentElement?.querySelector("[data-copied]");
  const isLink = source instanceof HTMLAnchorElement;
  if (!isLink) (source as HTMLInputElement).select();
  let text = "Copied";
  try {
    await navigator.clipboard.writeText(isLink ? source.href : (source as HTMLInputElement).value);
  } catch {
    text = isLink
      ? `Your browser didn't copy the link. Copy it here: ${source.href}`
      : "The text is selected. Press Ctrl+C or ⌘C to copy it.";
  }
  if (result) result.textContent = text;
}
