import { fetchPage, inBackground } from "~/ui/scripts/fetch-page";
import { refreshPage } from "~/ui/scripts/refresh-page";
import { undoInPlace } from "~/ui/scripts/undo";
import { showOrder, watchSheet } from "./watch-sheet";

let isStale = false;

const { dialog, takeOpened, showPage } = watchSheet({
  changed: () => refreshPage(),
  sent() {
    isStale = true;
  },
});
takeOpened();
undoInPlace(() => refreshPage());

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
