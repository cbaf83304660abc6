import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { notice } from "~/ui/scripts/show-notice";
import { showTimeUntilVisit } from "./show-time-until-visit";
import { watchWeek } from "./watch-week";

const calendar = document.getElementById("calendar");
if (calendar) watchWeek(calendar);
showTimeUntilVisit();
replacePageOnLogout();
// After an outcome on a phone, the next visit is on the screen.
document.querySelector("#outcomes > [open]")?.scrollIntoView({ block: "nearest" });

function replacePageOnLogout(): void {
  document.querySelector<HTMLFormElement>("form[data-logout]")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    try {
      await fetchWithTimeout(form.action, { method: "POST" });
      location.replace("/login");
    } catch {
      const message = "The server didn't respond. You may still be signed in. Log out again.";
      document.getElementById("problem")?.replaceChildren(notice("bad", message));
    }
  });
}
