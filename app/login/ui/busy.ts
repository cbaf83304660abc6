import { strings } from "../strings";

/**
 * Runs a form's work on submit, with the button disabled. A second submit is ignored.
 *
 * @param work returns "leaving" if another page is loading, which keeps the button disabled
 */
export function whileBusy(form: HTMLFormElement, work: () => Promise<"leaving" | undefined>): void {
  const button = form.querySelector<HTMLButtonElement>("button:not([type=button])");
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy || !button) return;
    busy = true;
    const label = button.textContent;
    button.textContent = strings.busy;
    button.disabled = true;
    if ((await work()) === "leaving") return;
    busy = false;
    button.disabled = false;
    button.textContent = label;
  });
  // The back button restores the page with its disabled button.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
