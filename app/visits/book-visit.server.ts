import { randomUUID } from "node:crypto";
import { logAudit } from "~/audit/log-audit.server";
import { visitLength } from "~/availability/visit-length";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { isOverlap, isSecondVisit } from "~/db/constraint-errors.server";
import type { Db } from "~/db/open.server";
import type { NewRow, Row } from "~/db/tables";
import { giveConsent } from "~/messages/consents.server";
import { bookableOrders } from "~/orders/order-system/visible-orders.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import { findBookable } from "~/therapists/therapist-permissions.server";
import { localDayOf } from "~/therapists/therapists.server";
import { checkNotPast, checkOpening } from "./check-time.server";
import { idempotently } from "./idempotently.server";
import { submittedNotice } from "./notices";
import { notifyOfVisit } from "./notify-of-visit.server";
import { checkPageToken } from "./page-token.server";
import type { BookVisit } from "./schema";
import { visitStrings } from "./strings";
import { UnavailableTime } from "./time-problem.server";
import { refuseSecondVisit, refuseTime, timeTaken } from "./time-refusals.server";
import { type Visit, type VisitView, visitView } from "./visit";
import { findActiveVisit, findVisit } from "./visits.server";

/**
 * Books a visit. A patient books an opening for their own order; staff may choose any time to come.
 *
 * Refuses: no consent of a patient (invalid), an order that is not theirs (missing), a time that is past,
 * too near, too far or not on offer (invalid), one that is taken or a full day (conflict with
 * alternatives), a second active visit of the order, a patient's order that was stopped and a page that was another's
 * (conflict).
 */
export async function bookVisit(app: App, who: Who, input: BookVisit): Promise<VisitView> {
  if (who.kind === "patient") checkPageToken(app, who, input.mark);
  if (who.kind === "patient" && !input.sms_consent) {
    throw new Refusal("invalid", visitStrings.consentNeeded, {
      fields: { sms_consent: [visitStrings.consentNeeded] },
    });
  }
  const therapist = await findBookable(app.reads, who, input.therapist);
  const missed = {
    ...therapist,
    therapistId: therapist.id,
    therapist: therapist.name,
    start: input.datetime,
  };
  try {
    return await app.db.transaction().execute(async (trx) => {
      const order = await findOwnOrder(trx, who, input);
      const { idempotency_key: key, ...body } = input;
      return idempotently(trx, app.clock.now(), { scope: scopeOf(who), key, body }, async () => {
        if (who.kind === "patient" && order.closed_at !== null && order.stopped_at !== null) {
          throw new Refusal("conflict", visitStrings.orderStopped);
        }
        const existing = await findActiveVisit(trx, order.id);
        if (existing) throw refuseSecondVisit(who, existing);
        if (who.kind === "patient") await checkOpening(trx, app, missed);
        else checkNotPast(app, missed);
        return visitView(await insertVisit(trx, app, who, { order, therapist, input }));
      });
    });
  } catch (error) {
    if (isOverlap(error)) throw await refuseTime(app, who, "conflict", timeTaken, missed);
    if (error instanceof UnavailableTime) throw await refuseTime(app, who, error.code, error.message, missed);
    if (isSecondVisit(error)) throw refuseSecondVisit(who, undefined);
    throw error;
  }
}

/** Whose idempotency key it is. */
export const scopeOf = (who: Who) =>
  who.kind === "patient" ? `order ${who.orderId}` : who.kind === "staff" ? `user ${who.userId}` : who.kind;

async function findOwnOrder(db: Db, who: Who, input: BookVisit): Promise<Row<"orders">> {
  let query = bookableOrders(db, who)
    .selectAll()
    .where("patient_id", "=", input.patient_id)
    .where("brightree_db", "=", input.brightree_db);
  if (input.sales_order_no) query = query.where("sales_order_no", "=", input.sales_order_no);
  const order = await query
    .orderBy("closed_at", "asc")
    .orderBy((of) =>
      of.exists(
        of
          .selectFrom("visits")
          .select("visits.id")
          .whereRef("visits.order_id", "=", "orders.id")
          .where("visits.status", "in", activeStatuses),
      ),
    )
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!order) {
    throw new Refusal("missing", "We could not find your order. Please sign in with your access code.");
  }
  return order;
}

interface Booking {
  order: Row<"orders">;
  therapist: Row<"therapists">;
  input: Pick<BookVisit, "datetime" | "sms_consent">;
  /** What staff add to it. */
  more?: Pick<NewRow<"visits">, "visit_type" | "meeting_link" | "note">;
  /** Nobody is told yet: it is confirmed at once, and then they are. */
  quietly?: boolean;
}

/** Writes a submitted visit with its consent, the order's step, the notices and the record. */
export async function insertVisit(
  trx: Db,
  app: App,
  who: Who,
  { order, therapist, input, more, quietly }: Booking,
): Promise<Visit> {
  const now = app.clock.now();
  const { id } = await trx
    .insertInto("visits")
    .values({
      order_id: order.id,
      therapist_id: therapist.id,
      start_at: input.datetime,
      end_at: input.datetime + visitLength,
      local_date: await localDayOf(trx, therapist.id, input.datetime),
      status: "submitted",
      ...more,
      sms_consent: Number(input.sms_consent),
      uid: randomUUID(),
      created_at: now,
      submitted_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // A patient id and a database name don't prove who ticked the box: the number is asked for its YES instead.
  const isProven = who.kind !== "patient" || who.way !== "query";
  if (input.sms_consent && isProven && order.phone) {
    await giveConsent(trx, app, {
      phone: order.phone,
      source: who.kind === "patient" ? "booking" : "staff",
      wording: visitStrings.consent,
      who,
    });
  }
  const visit = await findVisit(trx, id);
  if (!visit) throw new Error("The visit just made is not there.");
  await recomputeStep(trx, order.id, now);
  if (!quietly) await notifyOfVisit(trx, app, who, { visit, notice: submittedNotice(visit) });
  await logAudit(trx, app, who, {
    action: "visit.booked",
    subject: `visit ${id}`,
    details: { therapist_id: therapist.id, start: iso(input.datetime), sms_consent: input.sms_consent },
  });
  return visit;
}
