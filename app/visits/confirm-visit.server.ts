import type { App, Tx } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { statusWord } from "~/core/visit-status";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { needsLink } from "~/kinds/kind-schema";
import { changeVisit } from "./change-visit.server";
import { answerToWrite, type InterpreterAnswer } from "./interpreter";
import { makeMeetingLink } from "./make-meeting-link.server";
import { confirmedNotice } from "./notices/visit-notices";
import { requireOwnVisit } from "./require-own-visit.server";
import { mayBecome } from "./status-transitions";
import { type Visit, type VisitView, visitView } from "./visit";
import { refuseStaleVisit } from "./visit-refusals.server";
import type { ConfirmVisit } from "./visit-schema";

/**
 * Confirms a visit with its meeting link and notifies the patient. Confirming again changes nothing.
 * @throws Refusal "missing" for another therapist's visit; "conflict" if the visit is completed or canceled, or has
 *   changed since `version`; "invalid" if it needs an interpreter and the input doesn't mention one
 */
export function confirmVisit(app: App, who: Who, input: ConfirmVisit): Promise<VisitView> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, input.appointment_id);
    const lacksLink = !input.meeting_link && needsLink(visit) && visit.status !== "confirmed";
    if (lacksLink && !(await linkOf(trx, visit))) {
      throw invalidField("meeting_link", "Meeting link is required.");
    }
    const isStale = input.version !== undefined && input.version !== visit.version;
    if (isStale && mayBecome(visit.status, "confirmed")) throw await refuseStaleVisit(trx, visit);
    return visitView(await confirm({ trx, app, who }, visit, input));
  });
}

/** The link is null for a visit that isn't by video. */
type Confirmation = InterpreterAnswer & { meeting_link?: string | null | undefined };

export async function confirm(
  { trx, app, who }: Tx,
  visit: Visit,
  confirmation: Confirmation,
): Promise<Visit> {
  if (visit.status === "confirmed") return visit;
  if (!mayBecome(visit.status, "confirmed")) {
    throw new Refusal("conflict", `A visit that is ${statusWord(visit.status)} can't be confirmed.`);
  }
  return writeConfirmation({ trx, app, who }, visit, confirmation);
}

/**
 * Confirms a visit, inside the caller's transaction.
 * @throws Refusal "invalid", like `confirmVisit`, and for a visit that needs a meeting link without one
 */
export async function writeConfirmation(
  { trx, app, who }: Tx,
  visit: Visit,
  { meeting_link, ...answer }: Confirmation,
): Promise<Visit> {
  const link = needsLink(visit) ? (meeting_link ?? (await linkOf(trx, visit))) : null;
  if (needsLink(visit) && !link) throw invalidField("meeting_link", "Meeting link is required.");
  const interpreter = answerToWrite(visit, answer);
  const isArranged = interpreter.interpreter_arranged ?? visit.interpreter_arranged;
  return changeVisit({ trx, app, who }, visit, {
    action: "visit.confirmed",
    set: { status: "confirmed", meeting_link: link, confirmed_at: app.clock.now(), ...interpreter },
    ...(visit.interpreter && { details: { interpreter: isArranged ? "arranged" : "none" } }),
    notice: confirmedNotice,
  });
}

/** The link from the template of the visit's kind or company. */
export const linkOf = (db: Db, visit: Visit): Promise<string | null> =>
  makeMeetingLink(db, {
    visitId: visit.id,
    orderId: visit.order_id,
    kindId: visit.kind_id,
    therapistId: visit.therapist_id,
    start: visit.start_at,
    end: visit.end_at,
  });
