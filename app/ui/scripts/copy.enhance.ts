// Shows the copy buttons. Each copies the field that it names.
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy ?? "") as HTMLInputElement;
    const result = button.parentElement?.querySelector("[data-copied]");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      if (result) result.textContent = "Copied";
    } catch {
      if (result) result.textContent = "The text is selected. Press Ctrl+C or ⌘C to copy it.";
    }
  });
}
