import { sendZone, showInOwnZone } from "~/ui/scripts/local-times";
import { sendPlainly } from "~/ui/scripts/send-form";
import { toast } from "~/ui/scripts/show-notice";
import { showUnanswered } from "~/ui/scripts/show-unanswered";
import { watchComposer } from "./live/composer";
import { follow } from "./live/feed";
import { fetchOrToast, focusReply, go, nextRequest, refresh, showNext, update } from "./live/inbox-page";
import { loadMore, watchEnd } from "./live/load-more";
import { followExport, openPopup, sendPopup } from "./live/popups";
import { watchReplying } from "./live/replying";
import { watchSavedReplies } from "./live/saved-replies";
import { pickStar, watchPicker } from "./live/star-button";

sendZone();
showInOwnZone(document);
watchComposer();
watchEnd();
watchPicker();
watchSavedReplies();
watchReplying();
follow();
showUnanswered(document);
if (document.activeElement === document.body) focusReply();

// The side sheet sends this event after a change or an undo.
document.addEventListener("refresh", refresh);

addEventListener("popstate", () => {
  if (!history.state?.sheet) go(location.href, false);
});

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>(
    "#messaging a[href]:not([data-opens], [data-insert], [target])",
  );
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.more) loadMore(link);
  else go(link.href);
});

document.addEventListener("submit", (event) => {
  // The side sheet submits its own forms.
  if (event.defaultPrevented) return;
  const form = event.target as HTMLFormElement;
  const { go: isNavigation, change, popup, close, dismiss, export: exported } = form.dataset;
  const dialog = form.closest("dialog");
  if (dialog && dismiss !== undefined) {
    event.preventDefault();
    return dialog.close();
  }
  if (isNavigation === undefined && change === undefined && popup === undefined) {
    if (dialog && exported) followExport(dialog, exported);
    return;
  }
  event.preventDefault();
  if (form.id === "pick-star") return pickStar(event.submitter);
  if (close !== undefined) return void form.closest("details")?.removeAttribute("open");
  const fields = new URLSearchParams(
    [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]),
  );
  if (popup) openPopup(form.action, popup);
  else if (isNavigation !== undefined) go(`${form.action}?${fields}`);
  else if (dialog) sendPopup(dialog, form, fields);
  else sendChange(form, event.submitter, fields);
});

async function sendChange(
  form: HTMLFormElement,
  button: HTMLElement | null,
  fields: URLSearchParams,
): Promise<void> {
  const request = nextRequest();
  const fetched = await fetchOrToast(form.action, { method: "POST", body: fields });
  if (!fetched) return;
  const { page, status } = fetched;
  if (status === 401) return sendPlainly(form, button);
  const refusedForm = page.querySelector<HTMLFormElement>("#refused form");
  if (refusedForm) {
    form.replaceWith(refusedForm);
    refusedForm.querySelector("textarea")?.focus();
    return;
  }
  const refused = page.getElementById("refused")?.textContent;
  if (refused) return toast(refused);
  if (status >= 400) return toast("The change could not be saved. Try again.");
  form.closest("details")?.removeAttribute("open");
  form.closest(".star-picker")?.remove();
  (document.activeElement as HTMLElement | null)?.blur();
  const before = form.querySelector<HTMLInputElement>("#notes-before");
  if (before) {
    before.value = fields.get("notes")?.trim() ?? "";
    form.querySelector("[role=alert]")?.remove();
    toast("Notes saved");
  }
  if (form.isConnected && form.dataset.next !== undefined) showNext(fetched);
  else update(page, request);
}
