import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { findRegionOf } from "~/therapists/therapists.server";
import { pageTokenOf } from "~/visits/page-token.server";
import { mayStillChange } from "~/visits/patient-visit.server";
import { type Choice, findChoice } from "./find-choice.server";
import { findListZone } from "./find-list-zone.server";
import { findPatientVisit, type PatientVisit } from "./find-my-visit.server";
import { findSchedule, type Schedule } from "./find-schedule.server";
import type { SchedulePage as Query } from "./schedule-schema";

export interface SchedulePage {
  /** A patient with a visit moves it. */
  mode: "book" | "move";
  visit: PatientVisit | null;
  mayChange: boolean;
  changeHours: number;
  /** IANA zone of all times. */
  clock: string;
  /** Null if reading failed or the visit can no longer be changed. */
  schedule: Schedule | null;
  choice: Choice | null;
  /** Null in query sessions, which must not reveal whether the order exists. */
  patient: { patient_id: number; brightree_db: string } | null;
  idempotencyKey: string;
  pageToken: string;
}

/**
 * @param viewerZone IANA zone of the viewer, if known
 */
export async function findSchedulePage(
  app: App,
  who: Patient,
  viewerZone: string | null,
  { at, with: therapistId, ...filters }: ReturnType<typeof Query.parse>,
): Promise<SchedulePage> {
  const byQuery = who.sessionKind === "query";
  const visit = byQuery ? null : await findPatientVisit(app, who.orderId);
  const patient = byQuery ? null : await findOrderKey(app.reads, who.orderId);
  const state = byQuery ? null : await findRegionOf(app.reads, who.orderId);
  const clock = await findListZone(app.reads, byQuery ? null : { orderId: who.orderId, state }, viewerZone);
  const mayChange = visit !== null && mayStillChange(app, visit);
  const needsTimes = visit === null || mayChange;
  const viewer = { zone: clock, state, exceptVisit: visit?.id };
  const time = therapistId === undefined ? at : undefined;
  return {
    mode: visit ? "move" : "book",
    visit,
    mayChange,
    changeHours: app.config.patientChangeHours,
    clock,
    schedule: needsTimes ? await orNull(app, findSchedule(app, viewer, { ...filters, time })) : null,
    choice:
      needsTimes && at !== undefined && therapistId !== undefined
        ? await findChoice(app, { at, therapistId, exceptVisit: visit?.id })
        : null,
    patient,
    idempotencyKey: randomUUID(),
    pageToken: pageTokenOf(app, who),
  };
}

const keyOf = prepared((db, { order }: { order: number }) =>
  db.selectFrom("orders").select(["patient_id", "brightree_db"]).where("id", "=", order),
);

/** An order's key in the order system; a key that matches nothing for an unknown order. */
export async function findOrderKey(
  db: Db,
  orderId: number,
): Promise<{ patient_id: number; brightree_db: string }> {
  const [order] = await keyOf(db, { order: orderId });
  return order ?? { patient_id: 0, brightree_db: "" };
}

async function orNull<Result>(app: App, read: Promise<Result>): Promise<Result | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    app.log.error({ err: error }, "availability");
    return null;
  }
}
