import { sendForm, sendPlainly } from "~/ui/scripts/send-form";
import { notice } from "~/ui/scripts/show-notice";
import { updatePart } from "~/ui/scripts/update-part";

const resultOf = (id: string) => `availability-${id}-result`;

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const id = form.dataset.availability ?? form.dataset.slots;
  if (id === undefined) return;
  event.preventDefault();
  cancelPreview();
  if (form.getAttribute("aria-busy") !== "true") act(form, event.submitter, id);
});

async function act(form: HTMLFormElement, button: HTMLElement | null, id: string): Promise<void> {
  const label = form.dataset.availability ? button?.textContent : null;
  form.setAttribute("aria-busy", "true");
  if (button && label) button.textContent = "Working…";
  try {
    const position = positionOf(button);
    const page = await sendForm(form, button, form.method === "post" ? { back: backOf(form, id) } : {});
    const isKnown = page.document.getElementById(`slots-${id}`) !== null;
    if (page.status === 401 || (!isKnown && form.method === "get")) return sendPlainly(form, button);
    if (!isKnown) return showError(id, "❌ That didn't work. Please try again.");
    updatePart(page.document, resultOf(id));
    updatePart(page.document, `slots-${id}`);
    if (document.activeElement === document.body) focusOn(id, position);
  } catch {
    showError(id, "❌ The server didn't respond. Try again.");
  } finally {
    form.removeAttribute("aria-busy");
    if (button && label) button.textContent = label;
  }
}

function showError(id: string, text: string): void {
  document.getElementById(resultOf(id))?.replaceChildren(notice("bad", text));
}

function backOf(form: HTMLFormElement, id: string): string {
  const back = new URL(form.querySelector<HTMLInputElement>("input[name=back]")?.value ?? "", location.href);
  const shown = document.getElementById(`slots-${id}`)?.dataset.shown;
  if (shown !== undefined) back.searchParams.set("slots", shown);
  return back.pathname + back.search;
}

const buttonsOf = (id: string) => [
  ...(document.getElementById(`slots-${id}`)?.querySelectorAll("button") ?? []),
];

/** The button's position in its list, so that the button that takes its place can get the focus. */
const positionOf = (button: HTMLElement | null) => {
  const list = button?.closest("section");
  return list ? [...list.querySelectorAll("button")].indexOf(button as HTMLButtonElement) : -1;
};

function focusOn(id: string, position: number): void {
  const buttons = buttonsOf(id);
  buttons[Math.min(position, buttons.length - 1)]?.focus();
}

let previewCount = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function cancelPreview(): void {
  clearTimeout(timer);
  previewCount += 1;
}

document.addEventListener("input", (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>("form[data-availability]");
  const id = form?.dataset.availability;
  if (!form || id === undefined) return;
  cancelPreview();
  const number = previewCount;
  timer = setTimeout(async () => {
    const fields = new FormData(form);
    if (!fields.get("fromDate") || !fields.get("toDate") || fields.getAll("days").length === 0) return;
    const page = await sendForm(form, null, { act: "preview" }).catch(() => null);
    const busy = form.getAttribute("aria-busy") === "true";
    if (page && number === previewCount && !busy) updatePart(page.document, resultOf(id));
  }, 400);
});
