import { showInOwnZone } from "~/ui/scripts/local-times";
import { fetchOrToast } from "./inbox-page";

export async function loadMore(link: HTMLAnchorElement): Promise<void> {
  if (link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const fetched = await fetchOrToast(link.href);
  link.removeAttribute("aria-busy");
  // The view may have been replaced during the request.
  if (!fetched || !link.isConnected) return;
  const page = fetched.document;
  const isConversations = link.dataset.more === "threads";
  const foot = page.getElementById(isConversations ? "threads-foot" : "earlier-messages");
  const next = foot?.querySelector("[data-more]");
  if (isConversations) addConversations(page);
  else addMessages(page);
  if (next) link.replaceWith(next);
  else link.remove();
  watchEnd();
}

function addConversations(page: Document): void {
  const fresh = page.querySelector("#thread-rows > ul");
  if (!fresh) return;
  showInOwnZone(fresh);
  fresh.removeAttribute("id");
  document.getElementById("thread-rows")?.append(fresh);
}

function addMessages(page: Document): void {
  const bubbles = document.getElementById("bubbles");
  const known = new Set([...(bubbles?.children ?? [])].map(keyOf));
  const fresh = [...(page.getElementById("bubbles")?.children ?? [])].filter((row) => !known.has(keyOf(row)));
  bubbles?.prepend(...fresh);
  if (bubbles) showInOwnZone(bubbles);
}

const keyOf = (row: Element) => `${row.className.split(" ")[0]} ${(row as HTMLElement).dataset.id}`;

let watcher: IntersectionObserver | undefined;

export function watchEnd(): void {
  watcher?.disconnect();
  const link = document.querySelector<HTMLAnchorElement>('#threads-foot [data-more="threads"]');
  if (!link) return;
  watcher = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) loadMore(link);
    },
    { root: document.getElementById("threads-scroll"), rootMargin: "0px 0px 300%" },
  );
  watcher.observe(link);
}

document.addEventListener("shown", watchEnd);
