import { showInOwnZone } from "~/ui/scripts/local-times";
import { updatePart } from "~/ui/scripts/update-part";
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

/** Adds the page as it is, because an update would compare all loaded rows again. */
function addConversations(page: Document): void {
  const fresh = page.querySelector("#thread-rows > ul");
  if (!fresh) return;
  showInOwnZone(fresh);
  fresh.removeAttribute("id");
  document.getElementById("thread-rows")?.append(fresh);
}

function addMessages(page: Document): void {
  const fresh = page.getElementById("bubbles");
  const shown = [...(document.getElementById("bubbles")?.children ?? [])];
  const isNew = ({ id }: Element) => !fresh?.querySelector(`#${CSS.escape(id)}`);
  fresh?.append(...shown.filter(isNew).map((bubble) => bubble.cloneNode(true)));
  updatePart(page, "bubbles");
}

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
