import { sendPlainly } from "~/ui/scripts/send-form";
import { notice, toast } from "~/ui/scripts/show-notice";
import { createSideSheet, type SideSheet } from "~/ui/scripts/side-sheet";
import { changeVisit, type VisitAnswer } from "./change-visit";
import { openPatient, saveOrganization } from "./open-patient";

interface WatchOptions {
  showOrder(place: HTMLElement): void;
  changed(visit: VisitAnswer, change: { name: string; previousStart: number }): void;
  fallbackFocus?(): HTMLElement | null;
}

export function watchVisits(options: WatchOptions): SideSheet {
  const sheet = createSideSheet({
    shown(dialog) {
      const place = dialog.querySelector<HTMLElement>("[data-details]");
      if (place && !place.querySelector(".order-details")) options.showOrder(place);
    },
    ...(options.fallbackFocus && { fallbackFocus: options.fallbackFocus }),
  });
  sheet.dialog.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.dataset.change) return;
    event.preventDefault();
    whileBusy(event.submitter, () =>
      form.dataset.change === "organization"
        ? submitOrganization(sheet, form)
        : submitChange(sheet, form, event.submitter, options),
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

async function whileBusy(button: HTMLElement | null, run: () => Promise<void>): Promise<void> {
  if (!(button instanceof HTMLButtonElement)) return run();
  const label = button.textContent;
  button.textContent = "Saving…";
  button.disabled = true;
  await run();
  button.textContent = label;
  button.disabled = false;
}

async function submitChange(
  sheet: SideSheet,
  form: HTMLFormElement,
  button: HTMLElement | null,
  options: WatchOptions,
): Promise<void> {
  const outcome = await changeVisit(form, button);
  if (!outcome || (!outcome.ok && outcome.answer?.status === 401)) return sendPlainly(form, button);
  if (!outcome.ok) return showProblem(form, outcome.title, outcome.reason);
  sheet.close();
  if (outcome.message) toast(outcome.message);
  options.changed(outcome.visit, {
    name: form.dataset.change ?? "",
    previousStart: Number(form.dataset.start),
  });
}

async function submitOrganization(sheet: SideSheet, form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form);
  const db = String(fields.get("db"));
  const problem =
    (await saveOrganization(db, String(fields.get("bt_org")))) ??
    (await openPatient(db, String(fields.get("patient"))));
  if (problem) showProblem(form, problem);
  else sheet.close();
}

async function showPatient(sheet: SideSheet, link: HTMLElement): Promise<void> {
  const problem = await openPatient(link.dataset.db ?? "", link.dataset.patientLink ?? "");
  if (problem === "needs-org") return sheet.open(new URL(link.dataset.form ?? "", location.href).href);
  sheet.dialog.querySelector("[data-alert]")?.remove();
  if (!problem) return;
  const alert = notice("bad", problem);
  alert.dataset.alert = "";
  link.closest("dl")?.after(alert);
}

function showProblem(form: HTMLFormElement, title: string, reason = ""): void {
  form.querySelector("[data-problem]")?.replaceChildren(notice("bad", title, reason));
}
