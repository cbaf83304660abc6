import { putOnOwnClock } from "~/ui/scripts/local-times";
import { fetchPage } from "./page";

/** Adds the page that a link leads to: threads below, messages above. */
export async function loadMore(link: HTMLAnchorElement): Promise<void> {
  if (link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const fetched = await fetchPage(link.href);
  link.removeAttribute("aria-busy");
  if (!fetched) return;
  const [page] = fetched;
  const [list, foot] =
    link.dataset.more === "threads" ? ["thread-rows", "threads-foot"] : ["bubbles", "talk-more"];
  const rows = document.getElementById(list);
  const known = new Set([...(rows?.children ?? [])].map((row) => keyOf(row)));
  const fresh = [...(page.getElementById(list)?.children ?? [])].filter((row) => !known.has(keyOf(row)));
  if (link.dataset.more === "threads") rows?.append(...fresh);
  else rows?.prepend(...fresh);
  const next = page.getElementById(foot)?.querySelector("[data-more]");
  if (next) link.replaceWith(next);
  else link.remove();
  if (rows) putOnOwnClock(rows);
  watchEnd();
}

const keyOf = (row: Element) => `${row.className.split(" ")[0]} ${(row as HTMLElement).dataset.id}`;

const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) loadMore(target as HTMLAnchorElement);
  }
});

/** Loads more threads as soon as the end of the list comes into view. */
export function watchEnd(): void {
  watcher.disconnect();
  const link = document.querySelector('#threads-foot [data-more="threads"]');
  if (link) watcher.observe(link);
}

document.addEventListener("shown", watchEnd);
