import { notice } from "~/ui/scripts/say";
import { sendForm, sendPlainly } from "~/ui/scripts/send-form";
import { makeSheet } from "~/ui/sheets/sheet";

/** Something was done over the page: what stands behind is not as it was. */
let stale = false;

const { dialog, showPage } = makeSheet({ arrived: () => undefined });

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
    tell("bad", "That could not be sent. Please try again.");
  }
});

/** The page's own toasts lie under the dialog. */
function tell(tone: "good" | "bad", text: string): void {
  dialog.querySelector(".record")?.prepend(notice(tone, text));
}

dialog.addEventListener("close", () => {
  if (!stale) return;
  const refresh = () => location.reload();
  // Where the sheet closes itself, its address goes a moment later.
  if (history.state?.sheet) addEventListener("popstate", refresh, { once: true });
  else refresh();
});
