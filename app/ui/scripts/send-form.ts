import { type FetchedPage, pageOf } from "./fetch-page";
import { fetchWithTimeout } from "./fetch-with-timeout";

/** Sends a form as the browser would, without leaving the page. @throws if the server doesn't respond */
export async function sendForm(
  form: HTMLFormElement,
  button: HTMLElement | null,
  overrides: Record<string, string> = {},
): Promise<FetchedPage> {
  const fields = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  if (button instanceof HTMLButtonElement && button.name) fields.set(button.name, button.value);
  for (const [name, value] of Object.entries(overrides)) fields.set(name, value);
  // Not form.action, because a field named "action" would shadow it.
  const to = new URL(form.getAttribute("action") || location.href, location.href);
  const isGet = form.method !== "post";
  if (isGet) to.search = String(fields);
  const response = await fetchWithTimeout(to, {
    method: isGet ? "GET" : "POST",
    headers: { Accept: "text/html" },
    ...(!isGet && { body: fields }),
  });
  return pageOf(response);
}

/**
 * Submits a form without its scripts. A signed-out user can send the form again after sign-in
 * (docs/decisions/030-unsaved-forms.md).
 */
export function sendPlainly(form: HTMLFormElement, button: HTMLElement | null): void {
  const pressed = document.createElement("input");
  if (button instanceof HTMLButtonElement && button.name) {
    pressed.type = "hidden";
    pressed.name = button.name;
    pressed.value = button.value;
    form.append(pressed);
  }
  form.submit();
  // The fields are read by now. If the page stays open, another button is sent without this one.
  pressed.remove();
}
