import { sendPlainly } from "~/ui/scripts/send-form";
import { notice } from "~/ui/scripts/show-notice";
import { strings } from "../../strings";
import { fetchPage, go } from "./inbox-page";

/** Opens a popup that has a page of its own over the one that is there. */
export async function openPopup(href: string, id: string): Promise<void> {
  const fetched = await fetchPage(href);
  if (!fetched) return;
  const dialog = dialogIn(fetched[0], id);
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

/** Sends the form of a popup: a no and a failure stand in the popup with what was typed, a yes leads on. */
export async function sendPopup(
  dialog: HTMLDialogElement,
  form: HTMLFormElement,
  fields: URLSearchParams,
): Promise<void> {
  const href = form.action;
  const fetched = await fetchPage(href, { method: "POST", body: fields });
  if (fetched?.[2] === 401) return sendPlainly(form, null);
  // Who is answered at the very address without the popup met a fault; others are led on.
  const again = fetched && dialogIn(fetched[0], dialog.id);
  if (again) {
    dialog.replaceChildren(...again.childNodes);
    prepare(dialog);
    dialog.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    return;
  }
  const url = fetched?.[1];
  if (!url || new URL(url).pathname === new URL(href, location.href).pathname) {
    dialog.querySelector(".notice")?.remove();
    dialog.querySelector("form[data-change]")?.prepend(notice("bad", strings.startFailed));
    return;
  }
  dialog.close();
  await go(url);
}

// The days of an export count only where not everything is exported; nothing is sent without a number.
function prepare(dialog: HTMLDialogElement): void {
  const phone = dialog.querySelector<HTMLInputElement>('[name="phone"]');
  const send = dialog.querySelector<HTMLButtonElement>("form[data-change] button");
  const check = () => {
    if (phone && send) send.disabled = phone.value.trim() === "";
  };
  phone?.addEventListener("input", check);
  check();
  const all = dialog.querySelector<HTMLInputElement>('[data-export] [name="all"]');
  const settle = () => {
    for (const day of dialog.querySelectorAll<HTMLInputElement>('[type="date"]')) {
      day.disabled = all?.checked ?? false;
    }
  };
  all?.addEventListener("change", settle);
  settle();
}
