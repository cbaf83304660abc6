type Work = () => Promise<unknown>;

/**
 * Disables a form's button while `work` runs, and does nothing if the form is already busy.
 * @param work returns "leaving" to keep the button disabled until the next page
 */
export async function whileBusy(
  form: HTMLFormElement,
  button: HTMLElement | null,
  work: Work,
  busyLabel?: string,
): Promise<void> {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  const label = button?.textContent ?? "";
  const hadFocus = document.activeElement === button;
  if (button instanceof HTMLButtonElement) {
    button.textContent = busyLabel ?? label;
    button.disabled = true;
  }
  if ((await work()) === "leaving") return;
  form.removeAttribute("aria-busy");
  if (button instanceof HTMLButtonElement) {
    button.textContent = label;
    button.disabled = false;
    // A disabled button loses the focus.
    if (hadFocus && (document.activeElement === null || document.activeElement === document.body))
      button.focus();
  }
}

/** Runs `work` instead of sending the form. */
export function onSubmit(form: HTMLFormElement, work: Work, busyLabel?: string): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(form, form.querySelector("button:not([type=button])"), work, busyLabel);
  });
  // The back button restores the page with the submit button still disabled.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
