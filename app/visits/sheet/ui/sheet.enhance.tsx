import { fetchPage, inBackground } from "~/ui/scripts/fetch-page";
import { refreshPage } from "~/ui/scripts/refresh-page";
import { notice } from "~/ui/scripts/show-notice";
import type { PendingMovesBar } from "~/week/ui/watch-pending-moves";
import { showOrder, watchSheet } from "./watch-sheet";

let isStale = false;
let held: Promise<PendingMovesBar> | undefined;

const { dialog, takeOpened, showPage } = watchSheet({
  changed(visit, { name, previousStart: start, timezone }) {
    refreshPage();
    if (name === "move") pendingMovesBar().then((bar) => bar.add(visit, { start, timezone }));
    else held?.then((bar) => bar.remove(visit.id));
  },
  sent() {
    isStale = true;
  },
});
takeOpened();

function pendingMovesBar(): Promise<PendingMovesBar> {
  held ??= import("~/week/ui/watch-pending-moves").then(({ watchPendingMoves }) => {
    const bar = watchPendingMoves(document.createElement("div"), {});
    bar.undone = () => refreshPage();
    bar.failed = (title, reason) =>
      document.getElementById("toasts")?.replaceChildren(notice("bad", title, reason));
    return bar;
  });
  return held;
}

const details = document.querySelector<HTMLElement>("main [data-details]");
if (details) showOrder(details);

document.addEventListener("refresh", async () => {
  const stateOf = (part: ParentNode) => part.querySelector<HTMLElement>("[data-state]")?.dataset.state;
  const before = stateOf(dialog);
  if (!before) return;
  const page = await fetchPage(location.href, inBackground).catch(() => null);
  const now = page && stateOf(page.document);
  if (page && now && now !== before && stateOf(dialog) === before) showPage(page.document);
});

dialog.addEventListener("close", () => {
  if (!isStale) return;
  isStale = false;
  // Closing the sheet goes back in history.
  if (history.state?.dialog) addEventListener("popstate", () => refreshPage(), { once: true });
  else refreshPage();
});
