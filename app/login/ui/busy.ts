import { strings } from "../strings";

/**
 * Runs a form's work on submit: the button says so and is off meanwhile, and a second submit is ignored.
 *
 * @param work answers "leaving" where another page is on its way and the button is to stay as it is
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
  // Come back by the browser's button, the page is as it was left.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
