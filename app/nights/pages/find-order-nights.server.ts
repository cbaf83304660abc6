import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { localDate } from "~/core/time";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visibleOrders } from "~/orders/visible-orders.server";
import { findNewestVisit } from "~/visits/visits.server";
import { endReasons } from "../end-reasons";
import { currentNight, type FirstNights, findFirstNights } from "../first-nights.server";
import { listEvidence, type Progress, progressOf, type RecordedNight } from "../list-first-nights.server";
import { usesOf } from "../night-uses";
import type { Snooze } from "../put-off";
import { snoozeOf } from "../put-off.server";
import { situationColumns, situationOf } from "./situation.server";

export interface OrderNights {
  order: {
    id: number;
    patient_id: number;
    patient_name: string | null;
    phone: string | null;
    extension: string | null;
  };
  /** Null if the nights aren't followed. */
  followed: {
    startedOn: string;
    /** The day of the setup visit, which differs after a restart. Null without the visit. */
    setupOn: string | null;
    /** The newest night that can be entered. */
    current: string;
    /** Null while the nights are followed. */
    ended: { at: number; reason: string } | null;
    progress: Progress;
    snooze: Snooze | null;
    /** A re-evaluation that was booked elsewhere. */
    reevaluation: { on: string; by: string } | null;
    /** Today where the patient is. */
    today: string;
    /** The newest first. */
    nights: RecordedNight[];
  } | null;
  mayFollow: boolean;
  maySupervise: boolean;
}

/** @throws Refusal "missing" if the user can't see the order */
export async function findOrderNights(app: App, who: Staff, id: number): Promise<OrderNights> {
  const found = await visibleOrders(app.reads, who)
    .select(["id", "patient_id", "patient_name", "phone_ext"])
    .select(situationColumns)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));
  const { phone, phone_ext: extension } = found;
  const order = { id, patient_id: found.patient_id, patient_name: found.patient_name, phone, extension };
  const first = await findFirstNights(app.reads, id);
  const maySupervise = isSupervisor(who);
  if (!first) {
    const visit = maySupervise ? await findCompletedVisit(app.reads, id) : null;
    return { order, followed: null, mayFollow: visit !== null, maySupervise };
  }
  const now = app.clock.now();
  const evidence = (await listEvidence(app.reads, [id]))(id);
  return {
    order,
    followed: {
      startedOn: first.started_on,
      setupOn: await findSetupDay(app.reads, first),
      current: currentNight(now, first.zone),
      ended: first.end_reason && { at: first.ended_at ?? now, reason: endReasons[first.end_reason] },
      progress: progressOf(
        first,
        { uses: usesOf(evidence.nights), readings: evidence.readings },
        { now, ...situationOf(found) },
      ),
      snooze: snoozeOf(first, now),
      reevaluation: first.reevaluation_on
        ? { on: first.reevaluation_on, by: first.reevaluation_by ?? "" }
        : null,
      today: localDate(now, first.zone),
      nights: evidence.nights.toReversed(),
    },
    mayFollow: false,
    maySupervise,
  };
}

async function findSetupDay(db: Db, { visit_id, zone }: FirstNights): Promise<string | null> {
  if (visit_id === null) return null;
  const visit = await db
    .selectFrom("visits")
    .select("start_at")
    .where("id", "=", visit_id)
    .executeTakeFirst();
  return visit ? localDate(visit.start_at, zone) : null;
}

/** The order's newest visit, if it was completed. */
export async function findCompletedVisit(db: Db, orderId: number) {
  const visit = await findNewestVisit(db, orderId);
  return visit?.status === "completed" ? visit : null;
}
