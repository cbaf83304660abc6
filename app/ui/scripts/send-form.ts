import type { FetchedPage } from "./fetch-page";
import { fetchWithTimeout } from "./fetch-with-timeout";

/**
 * Sends a form as the browser would, with the button that was pressed, and stays on the page.
 *
 * @param instead fields that are sent with another value
 * @returns the page that it leads to; throws where no answer came
 */
export async function sendForm(
  form: HTMLFormElement,
  button: HTMLElement | null,
  instead: Record<string, string> = {},
): Promise<FetchedPage> {
  const fields = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  if (button instanceof HTMLButtonElement && button.name) fields.set(button.name, button.value);
  for (const [name, value] of Object.entries(instead)) fields.set(name, value);
  // Not form.action: a field of that name would stand in its place.
  const to = new URL(form.getAttribute("action") || location.href, location.href);
  const isGet = form.method !== "post";
  if (isGet) to.search = String(fields);
  const response = await fetchWithTimeout(to, {
    method: isGet ? "GET" : "POST",
    headers: { Accept: "text/html" },
    ...(!isGet && { body: fields }),
  });
  const html = await response.text();
  const document = new DOMParser().parseFromString(html.slice(html.indexOf("<body")), "text/html");
  return { ok: response.ok, status: response.status, document };
}

/**
 * Lets the browser send a form as it stands, with the button that was pressed, whatever listens to it. Whoever
 * is signed out is given back what they typed then (docs/decisions/030).
 */
export function sendPlainly(form: HTMLFormElement, button: HTMLElement | null): void {
  if (button instanceof HTMLButtonElement && button.name) {
    const pressed = document.createElement("input");
    pressed.type = "hidden";
    pressed.name = button.name;
    pressed.value = button.value;
    form.append(pressed);
  }
  form.submit();
}

/**
 * Fills the elements of these ids with what the other page has there, as far as both have them. The
 * elements themselves stay, so that a live region is read out; a link that had the focus has it again.
 */
export function takeParts(from: Document, ids: readonly string[]): void {
  for (const id of ids) {
    const fresh = from.getElementById(id);
    const ours = document.getElementById(id);
    if (!fresh || !ours) continue;
    for (const { name, value } of fresh.attributes) ours.setAttribute(name, value);
    const focused = ours.querySelector("a:focus")?.getAttribute("href");
    ours.replaceChildren(...document.adoptNode(fresh).childNodes);
    if (focused)
      ours.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
}
