import { openAfterSignIn } from "~/orders/sheet/ui/open-patient";
import { watchCopyButtons } from "~/ui/scripts/copy-buttons";
import { showInOwnZone } from "~/ui/scripts/local-times";
import { sendForm, sendPlainly } from "~/ui/scripts/send-form";
import { notice, toast } from "~/ui/scripts/show-notice";
import { createSideSheet, type SideSheet } from "~/ui/scripts/side-sheet";
import { removeUndo, showUndo } from "~/ui/scripts/undo";
import { whileBusy } from "~/ui/scripts/while-busy";
import { undoMoveHref } from "../../moves/undo-move-href";
import { reasonChanged } from "../../staff-strings";
import { sendVisitChange, type VisitAnswer } from "./send-visit-change";

interface WatchOptions {
  /** Runs after a visit is changed in the sheet and the sheet is closed. */
  changed(visit: VisitAnswer): void;
  /** Runs after another form in the sheet is submitted. */
  sent?(): void;
  fallbackFocus?(): HTMLElement | null;
}

/** Runs a staff page's side sheet. `data-change` forms change a visit. After `data-in-place` forms, it stays open. */
export function watchSheet(options: WatchOptions): SideSheet {
  watchCopyButtons();
  watchMenus();
  const sheet = createSideSheet({
    shown(dialog) {
      dialog.classList.toggle("wide", dialog.querySelector(".table") !== null);
      showInOwnZone(dialog);
      const place = dialog.querySelector<HTMLElement>("[data-details]");
      if (place) showOrder(place);
    },
    ...(options.fallbackFocus && { fallbackFocus: options.fallbackFocus }),
  });
  sheet.dialog.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const { change, inPlace } = form.dataset;
    if (change === undefined && inPlace === undefined) return;
    event.preventDefault();
    if (event.submitter?.getAttribute("formmethod") === "get") {
      const fields = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
      return void sheet.open(`${form.getAttribute("action")}?${fields}`);
    }
    const send = () =>
      inPlace !== undefined
        ? submitInPlace(sheet, form, event.submitter, options)
        : submitChange(sheet, form, event.submitter, options);
    whileBusy(form, event.submitter, send, "Saving…");
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-sign-in]");
    if (!link?.dataset.signIn || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    openAfterSignIn(link, link.dataset.signIn);
  });
  return sheet;
}

export function showOrder(place: HTMLElement): void {
  if (place.querySelector(".order-details")) return;
  import("~/orders/sheet/ui/show-order").then((module) => module.showOrder(place));
}

async function submitChange(
  sheet: SideSheet,
  form: HTMLFormElement,
  button: HTMLElement | null,
  options: WatchOptions,
): Promise<void> {
  const outcome = await sendVisitChange(form);
  if (!outcome || (!outcome.ok && outcome.answer?.status === 401)) return sendPlainly(form, button);
  if (!outcome.ok) {
    const accept = form.querySelector<HTMLElement>("[data-accept]");
    if (accept) accept.hidden = !outcome.answer?.data.fields?.accept;
    return showProblem(form, outcome.title, outcome.reason);
  }
  sheet.close();
  removeUndo(undoMoveHref(outcome.visit.id));
  if (outcome.message) showDone(outcome.message, outcome.visit);
  const zone = form.querySelector<HTMLElement>("[data-zone]")?.dataset.zone ?? "";
  if (form.dataset.change === "move") showMove(outcome.visit, zone);
  options.changed(outcome.visit);
}

/** @param timezone of the visit */
export async function showMove(visit: VisitAnswer, timezone: string): Promise<void> {
  const { id, patient_id, datetime, version } = visit;
  // Formats a time in another zone, which few pages need.
  const { timeToUndoMove, undoableMove } = await import("../../moves/pending-move");
  const move = { id, patientId: patient_id, start: Date.parse(datetime), timezone, dueAt: timeToUndoMove };
  showUndo(undoableMove(move, 0, version));
}

function showDone(text: string, { id, status }: VisitAnswer): void {
  const hasOutcome = status === "completed" || status === "no show";
  if (hasOutcome && text !== reasonChanged) showUndo({ text, undo: `/visits/${id}/undo-outcome` });
  else toast(text);
}

/** Shows the response and its toast in the sheet, because the sheet covers the page's own toasts. */
async function submitInPlace(
  sheet: SideSheet,
  form: HTMLFormElement,
  button: HTMLElement | null,
  options: WatchOptions,
): Promise<void> {
  try {
    const { ok, status, document: page } = await sendForm(form, button);
    if (status === 401) return sendPlainly(form, button);
    if (status >= 500) throw new Error(String(status));
    if (!sheet.showPage(page)) return location.reload();
    if (ok) options.sent?.();
    const message = page.getElementById("toasts")?.textContent;
    if (message) showResult(sheet, "good", message);
    sheet.dialog.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  } catch {
    showResult(sheet, "bad", form.dataset.failed ?? "");
  }
}

function showResult({ dialog }: SideSheet, tone: "good" | "bad", text: string): void {
  dialog.querySelector("[data-result]")?.remove();
  const result = notice(tone, text);
  result.dataset.result = "";
  dialog.querySelector("h2")?.after(result);
}

function showProblem(form: HTMLFormElement, title: string, reason = ""): void {
  const place = form.querySelector("[data-problem]");
  place?.replaceChildren(notice("bad", title, reason));
  // Waits until the button shows its label again, because the label may be taller.
  requestAnimationFrame(() => place?.scrollIntoView({ block: "center" }));
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>(".action-menu[open]");

/** Closes an open menu after a click elsewhere, and with Escape. */
function watchMenus(): void {
  document.addEventListener("click", ({ target }) => {
    for (const menu of openMenus()) menu.open = menu.contains(target as Node);
  });
  document.addEventListener("keydown", (event) => {
    const [menu] = openMenus();
    if (event.key !== "Escape" || !menu) return;
    // Otherwise Escape would also close the dialog around the menu.
    event.preventDefault();
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
