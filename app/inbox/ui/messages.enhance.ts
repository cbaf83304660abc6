import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { sendZone, showInOwnZone } from "~/ui/scripts/local-times";
import { sendPlainly } from "~/ui/scripts/send-form";
import { toast } from "~/ui/scripts/show-notice";
import { showUnanswered } from "~/ui/scripts/show-unanswered";
import { updatePart } from "~/ui/scripts/update-part";
import { placeholdersIn } from "../replies/saved-reply";
import { watchComposer } from "./live/composer";
import { follow } from "./live/feed";
import {
  fetchOrToast,
  focusReply,
  go,
  nextRequest,
  refresh,
  replyField,
  showNext,
  update,
} from "./live/inbox-page";
import { loadMore, watchEnd } from "./live/load-more";
import { followExport, openPopup, sendPopup } from "./live/popups";

const openPicker = () => document.querySelector<HTMLElement>(".star-picker");

const reportEvery = 5000;

let reported = { thread: "", at: -reportEvery };

let timer: number | undefined;

foldFilters();
keepToastsAboveReply();
sendZone();
showInOwnZone(document);
watchComposer();
watchEnd();
watchPicker();
watchMenus();
watchSavedReplies();
watchReplying();
follow();
showUnanswered(document);
if (document.activeElement === document.body) focusReply();

// The side sheet sends this event after a change or an undo.
document.addEventListener("refresh", refresh);

addEventListener("popstate", () => {
  if (!history.state?.dialog) go(location.href, false);
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
  const { document: page, ok, status } = fetched;
  if (status === 401) return sendPlainly(form, button);
  if (!ok && page.getElementById("notes-form")) {
    updatePart(page, "notes-form", { resets: true });
    document.getElementById("notes")?.focus();
    return;
  }
  if (!ok) {
    const reason = page.getElementById("refused")?.textContent;
    return toast(reason || "The change could not be saved. Try again.");
  }
  form.closest("details")?.removeAttribute("open");
  form.closest(".star-picker")?.remove();
  (document.activeElement as HTMLElement | null)?.blur();
  const before = form.querySelector<HTMLInputElement>("#notes-before");
  if (before) {
    before.value = fields.get("notes")?.trim() ?? "";
    form.querySelector("[role=alert]")?.remove();
    toast("Notes saved");
  }
  const made = page.querySelector("#toasts > *");
  if (form.isConnected && form.dataset.next !== undefined) showNext(fetched);
  else update(page, request);
  if (made) document.getElementById("toasts")?.replaceChildren(document.adoptNode(made));
}

/** Toasts on a phone are above the field for a reply, however tall it is. */
function keepToastsAboveReply(): void {
  const sizes = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const height = (entry.target as HTMLElement).offsetHeight;
    document.documentElement.style.setProperty("--reply-height", `${height}px`);
  });
  let seen: Element | null = null;
  const watch = () => {
    const foot = document.querySelector(".chat-foot");
    if (foot === seen) return;
    sizes.disconnect();
    seen = foot;
    if (foot) sizes.observe(foot);
  };
  document.addEventListener("shown", watch);
  watch();
}

/** On phones, the list of conversations needs the space of the filters, unless one is on. */
function foldFilters(): void {
  const filters = document.querySelector(".threads .filter");
  const isPhone = matchMedia("(max-width: 59.99em)").matches;
  if (isPhone && !filters?.querySelector('[aria-current="true"]')) filters?.removeAttribute("open");
}

/** Reports that the user is typing a reply, and refreshes the page while someone else is. */
function watchReplying(): void {
  document.addEventListener("input", ({ target, timeStamp }) => {
    const field = target as HTMLTextAreaElement;
    if (field.id === "body" && field.value.trim()) report(field.form?.dataset.send ?? "", timeStamp);
  });
  document.addEventListener("shown", () => {
    clearTimeout(timer);
    if (document.getElementById("replying")?.textContent) timer = window.setTimeout(refresh, reportEvery);
  });
}

/** @param now milliseconds since the page was opened */
function report(conversation: string, now: number): void {
  if (!conversation || (reported.thread === conversation && now - reported.at < reportEvery)) return;
  reported = { thread: conversation, at: now };
  // If this report fails, the next one replaces it.
  fetchWithTimeout(`/api/sms/thread/${conversation}/replying`, { method: "POST" }).catch(() => {});
}

function watchSavedReplies(): void {
  document.addEventListener("click", (event) => {
    const reply = (event.target as Element).closest<HTMLElement>("#saved-replies a[data-insert]");
    if (!reply || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    reply.closest("details")?.removeAttribute("open");
    insert(reply.dataset.insert ?? "");
  });
}

/** A click elsewhere and Escape close the menus. */
function watchMenus(): void {
  const openMenus = () => document.querySelectorAll(":is(#saved-replies, #snooze)[open]");
  document.addEventListener("click", ({ target }) => {
    for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.removeAttribute("open");
  });
  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.removeAttribute("open");
      if (menu.contains(target as Node)) menu.querySelector("summary")?.focus();
    }
  });
}

/** Inserts text at the cursor, and selects the first placeholder without a value. */
function insert(text: string): void {
  const field = replyField();
  if (!field) return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  const before = /\S$/.test(value.slice(0, start)) ? " " : "";
  const after = /^\S/.test(value.slice(end)) ? " " : "";
  field.focus();
  field.setRangeText(before + text + after, start, end, "end");
  const [placeholder] = placeholdersIn(text);
  if (placeholder) {
    const at = field.value.indexOf(placeholder, start);
    field.setSelectionRange(at, at + placeholder.length);
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function pickStar(star: HTMLElement | null): void {
  const row = star?.closest<HTMLElement>(".thread");
  if (!star || !row) return;
  const wasOpen = openPicker()?.closest(".thread") === row;
  closePicker();
  const picker = wasOpen ? null : pickerOf(row, star);
  if (!picker) return;
  row.append(picker);
  star.setAttribute("aria-expanded", "true");
  picker.querySelector<HTMLElement>("button")?.focus();
}

function pickerOf(row: HTMLElement, star: HTMLElement): HTMLFormElement | null {
  const template = document.getElementById("star-picker") as HTMLTemplateElement | null;
  const picker = template?.content.querySelector("form")?.cloneNode(true) as HTMLFormElement | undefined;
  if (!picker) return null;
  picker.action = `/messages/${row.dataset.id}/star`;
  picker.setAttribute("aria-label", `${picker.getAttribute("aria-label")} ${row.dataset.title}`);
  for (const choice of picker.querySelectorAll("button[aria-pressed]")) {
    choice.setAttribute("aria-pressed", String(star.classList.contains((choice as HTMLButtonElement).value)));
  }
  return picker;
}

function closePicker(): void {
  const picker = openPicker();
  const star = picker?.closest(".thread")?.querySelector<HTMLElement>(":scope > .star");
  star?.setAttribute("aria-expanded", "false");
  if (picker?.contains(document.activeElement)) star?.focus();
  picker?.remove();
}

function watchPicker(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closePicker();
  });
}
