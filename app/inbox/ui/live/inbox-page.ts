import { type FetchedPage, fetchPage, inBackground, pageHref } from "~/ui/scripts/fetch-page";
import { toast } from "~/ui/scripts/show-notice";
import { showUnanswered } from "~/ui/scripts/show-unanswered";
import { updatePart } from "~/ui/scripts/update-part";

const rowsIn = (root: Document) => root.getElementById("thread-rows");

const timeOf = (row: Element | undefined) => row?.querySelector("time")?.dateTime ?? "";

const idOf = (row: Element) => (row as HTMLElement).dataset.id;

const drafts = new Map<string, string>();
let navigations = 0;
let requests = 0;
let newestShown = 0;

const find = (id: string, root: Document = document) => root.getElementById(id);
export const replyField = () => find("body") as HTMLTextAreaElement | null;
const openConversation = () => document.querySelector<HTMLElement>(".chat")?.dataset.thread ?? "";
const isInUse = (part: Element) =>
  part.querySelector(":focus:not(a), details[open]") !== null || part.matches("[open]");

export const fetchOrToast = (href: string, init?: RequestInit): Promise<FetchedPage | null> =>
  fetchPage(href, init).catch(() => {
    toast("The server didn't respond. This page may be out of date.");
    return null;
  });

export async function go(href: string, push = true): Promise<void> {
  const navigation = ++navigations;
  find("threads-status")?.replaceChildren("Loading…");
  const fetched = await fetchOrToast(href);
  if (navigation !== navigations) return;
  find("threads-status")?.replaceChildren();
  if (!fetched) return;
  if (!show(fetched.document)) return location.assign(href);
  if (push && fetched.url !== location.href) history.pushState(null, "", fetched.url);
}

/** Opens the thread in the response to a form, and focuses that thread's row. */
export function showNext({ document: page, url }: FetchedPage): void {
  navigations += 1;
  if (!show(page)) {
    location.assign(url);
    return;
  }
  if (url !== location.href) history.pushState(null, "", url);
  restoreFocus(openConversation());
}

export async function refresh(): Promise<void> {
  const navigation = navigations;
  const request = nextRequest();
  const fetched = await fetchOrToast(pageHref(), inBackground);
  if (fetched && navigation === navigations) update(fetched.document, request);
}

/** Numbers requests, so that a late response never replaces a newer one. */
export const nextRequest = (): number => ++requests;

export function update(page: Document, request: number): void {
  if (request < newestShown) return;
  newestShown = request;
  const fresh = find("messaging", page);
  // If the inbox is missing, the session has ended, and the browser loads the login page.
  if (!fresh) location.assign("/messages");
  else if (fresh.dataset.view === find("messaging")?.dataset.view) merge(page);
}

function show(page: Document): boolean {
  const fresh = find("messaging", page);
  const old = find("messaging");
  if (!fresh || !old) return false;
  if (fresh.dataset.view === old.dataset.view) {
    merge(page);
    return true;
  }
  const draft = replyField()?.value;
  if (draft !== undefined) drafts.set(openConversation(), draft);
  const scrolled = find("threads-scroll")?.scrollTop ?? 0;
  const focused = document.activeElement?.closest<HTMLElement>("[data-id]")?.dataset.id;
  const sameList = listOf(old) === listOf(fresh);
  const opened = openConversation();
  if (sameList) keepConversations(page, fresh.querySelector<HTMLElement>(".chat")?.dataset.thread ?? "");
  updatePart(page, "messaging");
  document.title = page.title;
  showUnanswered(page);
  const scroll = find("threads-scroll");
  if (scroll && sameList) scroll.scrollTop = scrolled;
  const field = replyField();
  if (field && !field.value) field.value = drafts.get(openConversation()) ?? "";
  if (opened === openConversation() || !focusReply()) restoreFocus(focused);
  document.dispatchEvent(new Event("shown"));
  return true;
}

const listOf = (view: HTMLElement) =>
  new URL(view.dataset.view ?? "", location.origin).search.replace(/[?&]details=1/, "");

/** Focuses the reply field, except on touch screens, where the keyboard would cover the conversation. */
export function focusReply(): boolean {
  const field = replyField();
  if (!field || !matchMedia("(hover: hover) and (pointer: fine)").matches) return false;
  field.focus({ preventScroll: true });
  return document.activeElement === field;
}

function restoreFocus(row: string | undefined): void {
  const link = document.querySelector<HTMLElement>(`#thread-rows [data-id="${row}"] a`);
  const headings = [...document.querySelectorAll<HTMLElement>(".about h2, .chat h2")];
  const heading = headings.find((h2) => h2.offsetParent !== null);
  if (heading && !link?.offsetParent) heading.tabIndex = -1;
  (link?.offsetParent ? link : heading)?.focus({ preventScroll: true });
}

const mergedParts = [
  "folders",
  "filter-chips",
  "chat-head",
  "about-head",
  "about-facts",
  "about-work",
  "consent-banner",
  "replying",
  "saved-replies",
  "sender",
  "assign",
  "tags",
];

function merge(page: Document): void {
  showUnanswered(page);
  for (const id of mergedParts) {
    const part = find(id);
    if (part && !isInUse(part)) updatePart(page, id, { resets: true });
  }
  mergeConversations(page);
  mergeMessages(page);
  mergeNotes(page);
  document.dispatchEvent(new Event("shown"));
}

function mergeNotes(page: Document): void {
  const notes = find("notes") as HTMLTextAreaElement | null;
  const before = find("notes-before") as HTMLInputElement | null;
  const fresh = find("notes", page) as HTMLTextAreaElement | null;
  if (!notes || !before || !fresh || notes === document.activeElement) return;
  if (notes.value.trim() === before.value) notes.value = before.value = fresh.defaultValue;
}

function mergeMessages(page: Document): void {
  const [list, freshList] = [find("bubbles"), find("bubbles", page)];
  if (!list || !freshList) return;
  const fresh = [...freshList.children] as HTMLElement[];
  const first = Number(fresh[0]?.dataset.id ?? 0);
  const old = [...list.children] as HTMLElement[];
  const before = old.filter((bubble) => Number(bubble.dataset.id ?? first) < first);
  const lastBefore = Number(before.at(-1)?.dataset.id ?? 0);
  // After a long pause, there may be a gap between the old and new messages. If so, the new ones replace the old.
  const reaches = old.some((bubble) => Number(bubble.dataset.id) >= first) || lastBefore === 0;
  // A message that is being sent has no ID yet.
  const queued = old.filter((bubble) => !bubble.dataset.id && !bubble.hasAttribute("data-done"));
  const copies = (bubbles: Element[]) => bubbles.map((bubble) => bubble.cloneNode(true));
  freshList.prepend(...copies(reaches ? before : []));
  freshList.append(...copies(queued));
  updatePart(page, "bubbles");
  if (list.firstChild) document.querySelector(".conversation .empty")?.remove();
  if (!reaches || before.length === 0) updatePart(page, "earlier-messages");
  const seen = find("last-seen") as HTMLInputElement | null;
  const freshSeen = find("last-seen", page) as HTMLInputElement | null;
  if (seen && freshSeen) seen.value = freshSeen.value;
}

function mergeConversations(page: Document): void {
  const rows = rowsIn(document);
  const [first, ...below] = rows?.children ?? [];
  const fresh = [...(rowsIn(page)?.firstElementChild?.children ?? [])];
  if (!rows || !first) return;
  const focused = document.activeElement?.closest<HTMLElement>("#thread-rows [data-id]")?.dataset.id;
  const picker = rows.querySelector(".star-picker");
  const starred = picker?.closest<HTMLElement>("[data-id]")?.dataset.id;
  const ids = new Set(fresh.map(idOf));
  const next = find("threads-foot", page)?.querySelector("[data-more]");
  const more = next && (below.length > 0 || first.children.length > fresh.length);
  const moved = below.flatMap((part) =>
    more ? [...part.children].filter((row) => ids.has(idOf(row))) : part,
  );
  const end = timeOf(fresh.at(-1));
  const isBelow = (row: Element) => (rows.dataset.order ? timeOf(row) >= end : timeOf(row) <= end);
  const movedDown = more ? [...first.children].filter((row) => !ids.has(idOf(row)) && isBelow(row)) : [];
  for (const each of moved) each.remove();
  if (movedDown.length > 0) {
    const second = below[0] ?? (first.cloneNode() as Element);
    second.removeAttribute("id");
    first.after(second);
    second.prepend(...movedDown);
  }
  updatePart(page, "newest-conversations");
  if (picker) rows.querySelector(`[data-id="${starred}"]`)?.append(picker);
  if (!more) updatePart(page, "threads-foot");
  if (focused) rows.querySelector<HTMLElement>(`[data-id="${focused}"] a`)?.focus({ preventScroll: true });
}

function keepConversations(page: Document, open: string): void {
  mergeConversations(page);
  for (const link of document.querySelectorAll("#thread-rows [aria-current]")) {
    link.removeAttribute("aria-current");
  }
  document.querySelector(`#thread-rows [data-id="${open}"] > a`)?.setAttribute("aria-current", "true");
  const list = document.getElementById("threads-scroll");
  if (list) page.getElementById("threads-scroll")?.replaceWith(list);
}
