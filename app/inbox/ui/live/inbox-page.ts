import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { showInOwnZone } from "~/ui/scripts/local-times";
import { toast } from "~/ui/scripts/show-notice";
import { strings } from "../../strings";
import { keepThreads, mergeThreads } from "./thread-updates";

const parser = new DOMParser();
const drafts = new Map<string, string>();
let latest = 0;
let asked = 0;
let shown = 0;

const find = (id: string, root: Document = document) => root.getElementById(id);
const body = () => find("body") as HTMLTextAreaElement | null;
const openThread = () => document.querySelector<HTMLElement>(".chat")?.dataset.thread ?? "";
const isBusy = (part: Element | null) =>
  part?.contains(document.activeElement) || part?.querySelector("details[open]") || part?.matches("[open]");

/** Fetches a page of the view, where it came from at last, and its status; null where nothing came. */
export async function fetchPage(
  href: string,
  init: RequestInit = {},
): Promise<[Document, string, number] | null> {
  try {
    const response = await fetchWithTimeout(href, init);
    // The style sheet of that page is the one that stands here; its nonce is another.
    const html = (await response.text()).replace(/<style[\s\S]*?<\/style>/, "");
    return [parser.parseFromString(html, "text/html"), response.url, response.status];
  } catch {
    toast("There is no connection. What you see may be old.");
    return null;
  }
}

/** Goes to another address of the view without leaving the page. */
export async function go(href: string, push = true): Promise<void> {
  const turn = ++latest;
  find("threads-said")?.replaceChildren(strings.loading);
  const fetched = await fetchPage(href);
  // Another address was asked for meanwhile.
  if (turn !== latest) return;
  find("threads-said")?.replaceChildren();
  if (!fetched) return;
  const [page, url] = fetched;
  if (!show(page)) return location.assign(href);
  if (push && url !== location.href) history.pushState(null, "", url);
}

/** Brings what is shown up to date, as a poll does: what is typed, open or scrolled stays. */
export async function refresh(): Promise<void> {
  const turn = latest;
  const number = numbered();
  const fetched = await fetchPage(location.href, { headers: { "X-Background": "1" } });
  if (!fetched || turn !== latest) return;
  update(fetched[0], number);
}

/** Counts what is asked for: an answer may be overtaken by that to a later question. */
export const numbered = (): number => ++asked;

/**
 * Takes over what a page of this view says now; one of a view that was left meanwhile says nothing here, nor
 * does one that was overtaken.
 */
export function update(page: Document, number: number): void {
  if (number < shown) return;
  shown = number;
  // Signed out meanwhile: the browser goes to the login itself.
  const fresh = find("messaging", page);
  if (!fresh) location.assign("/messages");
  else if (fresh.dataset.view === find("messaging")?.dataset.view) merge(page);
}

/** Shows a fetched page: merged where it is the same thread, in place of everything else otherwise. */
function show(page: Document): boolean {
  const fresh = find("messaging", page);
  const old = find("messaging");
  if (!fresh || !old) return false;
  if (fresh.dataset.view === old.dataset.view) {
    merge(page);
    return true;
  }
  const draft = body()?.value;
  if (draft !== undefined) drafts.set(openThread(), draft);
  const scrolled = find("threads-scroll")?.scrollTop ?? 0;
  const focused = document.activeElement?.closest<HTMLElement>("[data-id]")?.dataset.id;
  const sameList = listOf(old) === listOf(fresh);
  if (sameList) keepThreads(page, fresh.querySelector<HTMLElement>(".chat")?.dataset.thread ?? "");
  old.replaceWith(fresh);
  document.title = page.title;
  const scroll = find("threads-scroll");
  if (scroll && sameList) scroll.scrollTop = scrolled;
  const kept = drafts.get(openThread());
  const field = body();
  if (field && kept && !field.value) field.value = kept;
  showInOwnZone(fresh);
  refocus(focused);
  document.dispatchEvent(new Event("shown"));
  return true;
}

/** The list a view shows: its query without the thread. */
const listOf = (view: HTMLElement) =>
  new URL(view.dataset.view ?? "", location.origin).search.replace(/[?&]details=1/, "");

function refocus(row: string | undefined): void {
  const twin = document.querySelector<HTMLElement>(`#thread-rows [data-id="${row}"] a`);
  const heads = [...document.querySelectorAll<HTMLElement>(".about h2, .chat h2")];
  const head = heads.find((h2) => h2.offsetParent !== null);
  const target = twin?.offsetParent ? twin : head;
  if (target && target === head) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

function merge(page: Document): void {
  for (const id of [
    "folders",
    "chat-head",
    "about-head",
    "about-facts",
    "consent-banner",
    "assign",
    "tags",
  ]) {
    const old = find(id);
    const fresh = find(id, page);
    if (old && fresh && !isBusy(old) && old.innerHTML !== fresh.innerHTML) old.replaceWith(fresh);
  }
  mergeThreads(page);
  mergeMessages(page);
  mergeNotes(page);
  showInOwnZone(document);
  document.dispatchEvent(new Event("shown"));
}

/** Notes that nobody is writing here are shown as they are now. */
function mergeNotes(page: Document): void {
  const notes = find("notes") as HTMLTextAreaElement | null;
  const before = find("notes-before") as HTMLInputElement | null;
  const fresh = find("notes", page) as HTMLTextAreaElement | null;
  if (!notes || !before || !fresh || notes === document.activeElement) return;
  if (notes.value.trim() === before.value) notes.value = before.value = fresh.defaultValue;
}

function mergeMessages(page: Document): void {
  const list = find("bubbles");
  const fresh = [...(find("bubbles", page)?.children ?? [])] as HTMLElement[];
  if (!list) return;
  const first = Number(fresh[0]?.dataset.id ?? 0);
  const old = [...list.children] as HTMLElement[];
  const before = old.filter((bubble) => Number(bubble.dataset.id ?? first) < first);
  const lastBefore = Number(before.at(-1)?.dataset.id ?? 0);
  // After a long absence the newest page may not reach back to what is shown: then it stands alone.
  const reaches = old.some((bubble) => Number(bubble.dataset.id) >= first) || lastBefore === 0;
  // What is on its way has no id yet.
  const sending = old.filter((bubble) => !bubble.dataset.id && !bubble.hasAttribute("data-done"));
  list.replaceChildren(...(reaches ? before : []), ...fresh, ...sending);
  if (list.firstChild) document.querySelector(".talk .empty")?.remove();
  if (!reaches || before.length === 0) {
    const more = find("talk-more", page);
    if (more) find("talk-more")?.replaceWith(more);
  }
  const seen = find("last-seen", page) as HTMLInputElement | null;
  const held = find("last-seen") as HTMLInputElement | null;
  if (seen && held) held.value = seen.value;
}
