import { followEvents } from "~/ui/scripts/follow-events";
import { isPageInUse, refreshPage } from "~/ui/scripts/refresh-page";
import { showUnanswered } from "~/ui/scripts/show-unanswered";
import { hasTextAlerts } from "~/ui/scripts/text-alerts";

interface StaffEvent {
  version: number;
  changes: { action: string; by: string | null; own: boolean; visit: number | null }[];
  /** Present only if the number changed. */
  unanswered?: number;
}

const gather = 300;
const lookEvery = 1000;
let timer: ReturnType<typeof setTimeout> | undefined;
let look: ReturnType<typeof setTimeout> | undefined;
let latest = "";

followEvents<StaffEvent>("/api/changes", {
  received({ changes, unanswered }) {
    if (changes.length === 0 && unanswered === undefined) return;
    const other = changes.findLast(({ own, by }) => !own && by);
    if (other) latest = `${wordsOf(other.action)} by ${other.by}`;
    schedule(gather);
  },
  poll: update,
});

showUnanswered(document);

// An import changes many orders but writes one audit entry.
setInterval(() => {
  if (!document.hidden || hasTextAlerts()) update();
}, 60_000);

/** "Visit confirmed" from "visit.confirmed". */
function wordsOf(action: string): string {
  const words = action
    .replace("handed-over", "reassigned")
    .replace("cancelled", "canceled")
    .replace(/[.-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function schedule(delay: number): void {
  if (timer === undefined) timer = setTimeout(update, delay);
}

async function update(): Promise<void> {
  timer = undefined;
  const title = latest;
  latest = "";
  const isDeferred = await refreshPage(title);
  if (isDeferred) whenFree();
  showNote(isDeferred, title);
}

/** Shows pending changes once the user has left the list. */
function whenFree(): void {
  clearTimeout(look);
  if (isPageInUse()) look = setTimeout(whenFree, lookEvery);
  else update();
}

/** While changes are pending, shows a note above the page with a button that applies them. */
function showNote(isDeferred: boolean, title: string): void {
  const place = document.getElementById("live");
  if (!place) return;
  if (!isDeferred) {
    place.replaceChildren(title);
    return;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet small";
  button.textContent = "Show changes";
  button.addEventListener("click", () => {
    button.blur();
    place.replaceChildren();
    refreshPage();
  });
  place.replaceChildren(title || "This page has new changes.", " ", button);
}
