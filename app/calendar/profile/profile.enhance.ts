import { sendForm, sendPlainly } from "~/ui/scripts/send-form";
import { notice } from "~/ui/scripts/show-notice";
import { createSideSheet } from "~/ui/scripts/side-sheet";
import type { ProfileAction } from "./profile-schema";
import { profileResults } from "./profile-strings";

/** Something was done over the page: what stands behind is not as it was. */
let stale = false;

const { dialog, showPage } = createSideSheet({ arrived: () => undefined });

/** Sends the forms of a therapist's record in place. */
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
    const said = page.getElementById("toasts")?.textContent;
    if (said) tell("good", said);
  } catch {
    form.removeAttribute("aria-busy");
    const act = new FormData(form).get("act") ?? (event.submitter as HTMLButtonElement).value;
    tell("bad", profileResults[act as ProfileAction].failed);
  }
});

/** The page's own toasts lie under the dialog. */
function tell(tone: "good" | "bad", text: string): void {
  dialog.querySelector("[data-told]")?.remove();
  const told = notice(tone, text);
  told.dataset.told = "";
  dialog.querySelector(".record")?.prepend(told);
}

dialog.addEventListener("close", () => {
  if (!stale) return;
  const refresh = () => location.reload();
  // Where the sheet closes itself, its address goes a moment later.
  if (history.state?.sheet) addEventListener("popstate", refresh, { once: true });
  else refresh();
});
