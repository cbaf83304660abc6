/**
 * Disables the submit button while `work` runs, and ignores a second submit.
 * @param work returns "leaving" to keep the button disabled until the next page
 */
export function whileBusy(
  form: HTMLFormElement,
  work: () => Promise<"leaving" | undefined>,
  busyLabel?: string,
): void {
  const button = form.querySelector<HTMLButtonElement>("button:not([type=button])");
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy || !button) return;
    busy = true;
    const label = button.textContent;
    button.textContent = busyLabel ?? label;
    button.disabled = true;
    if ((await work()) === "leaving") return;
    busy = false;
    button.disabled = false;
    button.textContent = label;
  });
  // The back button restores the page with the submit button still disabled.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
