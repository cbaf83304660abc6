import { fetchPage } from "~/ui/scripts/fetch-page";
import { refreshPage } from "~/ui/scripts/refresh-page";
import { showOrder, watchSheet } from "./watch-sheet";

let isStale = false;

const { dialog, takeOpened, showPage } = watchSheet({
  changed: () => refreshPage(),
  sent() {
    isStale = true;
  },
});
takeOpened();
const details = document.querySelector<HTMLElement>("main [data-details]");
if (details) showOrder(details);

document.addEventListener("refresh", async () => {
  const status = () => dialog.querySelector("[data-visit] .status")?.textContent;
  const before = status();
  if (!before) return;
  const page = await fetchPage(location.href, { "X-Background": "1" }).catch(() => null);
  const now = page?.document.querySelector("[data-visit] .status")?.textContent;
  if (page && now && now !== before && status() === before) showPage(page.document);
});

dialog.addEventListener("close", () => {
  if (!isStale) return;
  isStale = false;
  // The sheet goes back in the history after it closes.
  if (history.state?.sheet) addEventListener("popstate", () => refreshPage(), { once: true });
  else refreshPage();
});
