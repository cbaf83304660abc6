import { type Undoable, undoShownFor } from "../components/undoable";
import { type FetchedPage, pageHref } from "./fetch-page";
import { sendForm, sendPlainly } from "./send-form";
import { removeToasts, toast } from "./show-notice";
import { whileBusy } from "./while-busy";

const formSelector = "#toasts form.undo";
const noResponse = "The server didn't respond. It may not be undone. Reload the page to check.";

const formsTo = (undo: string) =>
  [...document.querySelectorAll<HTMLFormElement>(formSelector)].filter(
    (form) => form.getAttribute("action") === undo,
  );

/** Shows a change with its Undo button, in place of an earlier one with the same address. */
export function showUndo(change: Undoable): void {
  const { text, undo, fields = {}, seconds = undoShownFor, ended, undone, inPlace } = change;
  const form = document.createElement("form");
  form.method = "post";
  form.setAttribute("action", undo);
  form.className = "undo";
  if (ended) form.dataset.ended = ended;
  if (undone) form.dataset.undone = undone;
  if (inPlace) form.dataset.inPlace = "";
  for (const [name, value] of Object.entries({ ...fields, back: "" })) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  const line = Object.assign(document.createElement("p"), { textContent: text });
  const button = Object.assign(document.createElement("button"), {
    className: "button quiet small",
    textContent: "Undo",
  });
  button.dataset.seconds = String(seconds);
  form.append(line, button);
  form.addEventListener("submit", () => setBack(form));
  removeUndo(undo);
  removeToasts();
  document.getElementById("toasts")?.prepend(form);
  countUndos();
}

/** After an undo, the user returns to the page that is open then. */
function setBack(form: HTMLFormElement): void {
  const back = form.querySelector<HTMLInputElement>("[name=back]");
  const { pathname, search } = new URL(pageHref(), location.href);
  if (back) back.value = pathname + search;
}

export function removeUndo(undo: string): void {
  for (const form of formsTo(undo)) form.remove();
}

/** Counts the seconds of every undo that is shown. At the end, the undo disappears. */
export function countUndos(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(`${formSelector}:not([data-counted])`)) {
    form.dataset.counted = "";
    const button = form.querySelector<HTMLElement>("[data-seconds]");
    const time = Number(button?.dataset.seconds) * 1000;
    countDown(performance.now() + time, (seconds) => {
      if (button) button.dataset.seconds = String(seconds);
      return form.isConnected;
    });
    setTimeout(() => {
      if (!form.isConnected) return;
      form.remove();
      if (form.dataset.ended) toast(form.dataset.ended);
    }, time);
  }
}

/** Shows what a fetched page would show. Undos of other changes stay. */
export function showToastsOf(page: Document): void {
  removeToasts();
  for (const shown of page.querySelectorAll("#toasts > *")) {
    if (shown instanceof HTMLFormElement) removeUndo(shown.getAttribute("action") ?? "");
    document.getElementById("toasts")?.append(document.adoptNode(shown));
  }
  countUndos();
}

/**
 * Sends undos without leaving the page. A response that isn't a page of this user is shown in full.
 * @param undone gets the response, and the form that is no longer shown
 */
export function undoInPlace(undone: (page: FetchedPage, form: HTMLFormElement) => void): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches(`${formSelector}[data-in-place]`)) return;
    event.preventDefault();
    setBack(form);
    whileBusy(form, event.submitter, () => send(form, event.submitter, undone), "Undoing…");
  });
}

async function send(
  form: HTMLFormElement,
  button: HTMLElement | null,
  undone: (page: FetchedPage, form: HTMLFormElement) => void,
): Promise<void> {
  const page = await sendForm(form, button).catch(() => null);
  if (!page) return toast(noResponse);
  if (!page.ok) return sendPlainly(form, button);
  form.remove();
  showToastsOf(page.document);
  if (!document.querySelector("#toasts > :not(form)")) toast(form.dataset.undone ?? "Undone");
  undone(page, form);
}

/**
 * Shows the seconds that are left now and each second after that.
 * @param until milliseconds of `performance.now()`
 * @param show gets the seconds, at least 1. The count ends if it returns false
 */
function countDown(until: number, show: (seconds: number) => boolean): void {
  const left = until - performance.now();
  if (left <= 0 || !show(Math.ceil(left / 1000))) return;
  setTimeout(() => countDown(until, show), left % 1000 || 1000);
}
