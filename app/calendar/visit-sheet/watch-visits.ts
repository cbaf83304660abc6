import { sendPlainly } from "~/ui/scripts/send-form";
import { notice, toast } from "~/ui/scripts/show-notice";
import { createSideSheet, type SideSheet } from "~/ui/scripts/side-sheet";
import { changeVisit, type VisitAnswer } from "./change-visit";
import { openPatient, saveOrganisation } from "./open-patient";

interface VisitsWanted {
  /** Fills the place of an order's details. */
  showOrder(place: HTMLElement): void;
  /** A visit is another one now; `told` is when it began before. */
  changed(visit: VisitAnswer, how: { did: string; told: number }): void;
  focusBack?(): HTMLElement | null;
}

/** Opens visits over the page, and sends their forms in place: any page of staff may show visits so. */
export function watchVisits(wanted: VisitsWanted): SideSheet {
  const sheet = createSideSheet({
    arrived(dialog) {
      const place = dialog.querySelector<HTMLElement>("[data-details]");
      if (place && !place.querySelector(".order-details")) wanted.showOrder(place);
    },
    ...(wanted.focusBack && { focusBack: wanted.focusBack }),
  });
  sheet.dialog.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.dataset.does) return;
    event.preventDefault();
    whileBusy(event.submitter, () =>
      form.dataset.does === "organisation"
        ? keepOrganisation(sheet, form)
        : change(sheet, form, event.submitter, wanted),
    );
  });
  sheet.dialog.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>("[data-patient-link]");
    if (!link) return;
    event.preventDefault();
    showPatient(sheet, link);
  });
  return sheet;
}

/** Says "Saving…" on the button, and lets it be pressed once. */
async function whileBusy(button: HTMLElement | null, run: () => Promise<void>): Promise<void> {
  if (!(button instanceof HTMLButtonElement)) return run();
  const label = button.textContent;
  button.textContent = "Saving…";
  button.disabled = true;
  await run();
  button.textContent = label;
  button.disabled = false;
}

async function change(
  sheet: SideSheet,
  form: HTMLFormElement,
  button: HTMLElement | null,
  wanted: VisitsWanted,
): Promise<void> {
  const outcome = await changeVisit(form, button);
  if (!outcome || (!outcome.ok && outcome.answer?.status === 401)) return sendPlainly(form, button);
  if (!outcome.ok) return complain(form, outcome.title, outcome.reason);
  sheet.close();
  if (outcome.said) toast(outcome.said);
  wanted.changed(outcome.visit, { did: form.dataset.does ?? "", told: Number(form.dataset.start) });
}

async function keepOrganisation(sheet: SideSheet, form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form);
  const db = String(fields.get("db"));
  const trouble =
    (await saveOrganisation(db, String(fields.get("bt_org")))) ??
    (await openPatient(db, String(fields.get("patient"))));
  if (trouble) complain(form, trouble);
  else sheet.close();
}

async function showPatient(sheet: SideSheet, link: HTMLElement): Promise<void> {
  const trouble = await openPatient(link.dataset.db ?? "", link.dataset.patientLink ?? "");
  if (trouble === "needs-org") return sheet.open(new URL(link.dataset.form ?? "", location.href).href);
  sheet.dialog.querySelector("[data-alert]")?.remove();
  if (!trouble) return;
  const alert = notice("bad", trouble);
  alert.dataset.alert = "";
  link.closest("dl")?.after(alert);
}

function complain(form: HTMLFormElement, title: string, reason = ""): void {
  const box = notice("bad", title);
  if (reason) {
    const line = document.createElement("p");
    line.textContent = reason;
    box.append(line);
  }
  form.querySelector("[data-problem]")?.replaceChildren(box);
}
