import { sendForm, sendPlainly } from "~/ui/scripts/send-form";
import { notice } from "~/ui/scripts/show-notice";
import { createSideSheet } from "~/ui/scripts/side-sheet";
import type { ProfileAction } from "./profile-schema";
import { profileResults } from "./profile-strings";

let stale = false;

const { dialog, showPage } = createSideSheet({ shown: () => undefined });

dialog.addEventListener("submit", async (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.inPlace === undefined) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  try {
    const { ok, status, document: page } = await sendForm(form, event.submitter);
    if (status === 401) return sendPlainly(form, event.submitter);
    if (!showPage(page)) return location.reload();
    stale ||= ok;
    const message = page.getElementById("toasts")?.textContent;
    if (message) showResult("good", message);
  } catch {
    form.removeAttribute("aria-busy");
    const act = new FormData(form).get("act") ?? (event.submitter as HTMLButtonElement).value;
    showResult("bad", profileResults[act as ProfileAction].failed);
  }
});

/** The dialog covers the page's toasts. */
function showResult(tone: "good" | "bad", text: string): void {
  dialog.querySelector("[data-result]")?.remove();
  const result = notice(tone, text);
  result.dataset.result = "";
  dialog.querySelector(".profile")?.prepend(result);
}

dialog.addEventListener("close", () => {
  if (!stale) return;
  const refresh = () => location.reload();
  // The sheet goes back in the history after it closes.
  if (history.state?.sheet) addEventListener("popstate", refresh, { once: true });
  else refresh();
});
