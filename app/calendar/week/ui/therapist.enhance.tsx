import { createRoot } from "react-dom/client";
import { fetchOrderDetails } from "~/orders/ui/fetch-order-details";
import { notLoaded, OrderDetails } from "~/orders/ui/order-details";
import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { notice } from "~/ui/scripts/show-notice";
import { watchHeld } from "./watch-held";
import { watchWeek } from "./watch-week";

const calendar = document.getElementById("calendar");
const held = document.getElementById("held");
if (calendar && held) watchWeek(calendar, { showOrder, held: watchHeld(held, calendar.dataset) });
replacePageOnLogout();

function showOrder(place: HTMLElement): void {
  const { db = "", pid = "", so = "" } = place.dataset;
  const root = createRoot(place);
  root.render(<OrderDetails state={{ kind: "loading" }} />);
  fetchOrderDetails({ db, pid, so }).then((state) => {
    if (!place.isConnected) return;
    root.render(<OrderDetails state={state} />);
    const branch = document.querySelector("[data-branch]");
    if (!branch) return;
    if (state.kind === "failed") branch.textContent = notLoaded;
    else if (state.kind === "known" && state.meta.branch_office)
      branch.textContent = state.meta.branch_office;
  });
}

function replacePageOnLogout(): void {
  document.querySelector<HTMLFormElement>("form[data-logout]")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    try {
      await fetchWithTimeout(form.action, { method: "POST" });
      location.replace("/login");
    } catch {
      const message = "The server didn't answer. You may still be signed in. Log out again.";
      document.getElementById("problem")?.replaceChildren(notice("bad", message));
    }
  });
}
