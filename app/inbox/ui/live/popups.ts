import { fetchPage, inBackground } from "~/ui/scripts/fetch-page";
import { sendPlainly } from "~/ui/scripts/send-form";
import { notice } from "~/ui/scripts/show-notice";
import { updatePart } from "~/ui/scripts/update-part";
import { fetchOrToast, go } from "./inbox-page";

export async function openPopup(href: string, id: string): Promise<void> {
  const fetched = await fetchOrToast(href);
  if (!fetched) return;
  const dialog = dialogIn(fetched.document, id);
  if (!dialog) return location.assign(href);
  document.getElementById(id)?.remove();
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  prepare(dialog);
  dialog.showModal();
}

function dialogIn(page: Document, id: string): HTMLDialogElement | null {
  const dialog = page.getElementById(id);
  dialog?.removeAttribute("open");
  return dialog instanceof HTMLDialogElement ? dialog : null;
}

export async function sendPopup(
  dialog: HTMLDialogElement,
  form: HTMLFormElement,
  fields: URLSearchParams,
): Promise<void> {
  const href = form.action;
  const fetched = await fetchOrToast(href, { method: "POST", body: fields });
  if (fetched?.status === 401) return sendPlainly(form, null);
  if (fetched?.document.getElementById(dialog.id)) {
    updatePart(fetched.document, dialog.id, { resets: true });
    prepare(dialog);
    dialog.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    return;
  }
  // A saved form redirects. A response from the same URL without the dialog is an error page.
  if (!fetched || new URL(fetched.url).pathname === new URL(href, location.href).pathname) {
    dialog.querySelector(".notice")?.remove();
    dialog.querySelector("form[data-change]")?.prepend(notice("bad", "Failed to start SMS"));
    return;
  }
  dialog.close();
  await go(fetched.url);
}

function prepare(dialog: HTMLDialogElement): void {
  const phone = dialog.querySelector<HTMLInputElement>('[name="phone"]');
  const send = dialog.querySelector<HTMLButtonElement>("form[data-change] button");
  const updateSend = () => {
    if (phone && send) send.disabled = phone.value.trim() === "";
  };
  phone?.addEventListener("input", updateSend);
  updateSend();
  const all = dialog.querySelector<HTMLInputElement>('[data-export] [name="all"]');
  const updateDates = () => {
    for (const date of dialog.querySelectorAll<HTMLInputElement>('[type="date"]')) {
      date.disabled = all?.checked ?? false;
    }
  };
  all?.addEventListener("change", updateDates);
  updateDates();
}

const pollEvery = 500;
const triesUntilSeen = 4;

/** Shows the progress of an export. If it runs in another process, the popup closes after a few tries. */
export async function followExport(dialog: HTMLDialogElement, href: string): Promise<void> {
  const line = dialog.querySelector("#export-progress");
  if (line) line.textContent = "Generating PDF…";
  let seen = false;
  for (let tries = 0; dialog.isConnected && (seen || tries < triesUntilSeen); tries++) {
    await new Promise((resolve) => setTimeout(resolve, pollEvery));
    const page = await fetchPage(href, inBackground).catch(() => null);
    const isRunning = page?.document.querySelector("#export-progress[data-running]") != null;
    if (page && isRunning) updatePart(page.document, "export-progress");
    else if (page && seen) break;
    seen ||= isRunning;
  }
  dialog.close();
}
