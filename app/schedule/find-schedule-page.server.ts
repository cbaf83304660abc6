import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { pageTokenOf } from "~/visits/page-token.server";
import { mayStillChange } from "~/visits/patient-visit.server";
import { isOver, type Visit } from "~/visits/visit";
import { findActiveVisit, findLatestVisit } from "~/visits/visits.server";
import { type Choice, findChoice, findSchedule, type Schedule } from "./find-schedule.server";
import type { SchedulePage as Asked } from "./schedule-schema";

/** A visit as its patient sees it. */
interface PatientVisit extends Visit {
  /** Its time has gone by, and nobody said what became of it. */
  over: boolean;
}

/** All that the patient's schedule page shows. */
export interface SchedulePage {
  /** With a visit already, picking a time moves it. */
  mode: "book" | "move";
  visit: PatientVisit | null;
  mayChange: boolean;
  changeHours: number;
  /** IANA zone of the viewer, if known. */
  clock: string | null;
  /** Null where it could not be read, and where there is nothing to choose any more. */
  schedule: Schedule | null;
  choice: Choice | null;
  /** Null in a session by query: nothing there may show whether there is such an order. */
  patient: { patient_id: number; brightree_db: string } | null;
  /** Of this very page, so that its form sent twice books once. */
  idempotencyKey: string;
  /** Whose page it is. */
  mark: string;
}

/**
 * @param clock IANA zone of the viewer, if known
 */
export async function findSchedulePage(
  app: App,
  who: Patient,
  clock: string | null,
  { at, with: therapistId, ...filters }: ReturnType<typeof Asked.parse>,
): Promise<SchedulePage> {
  const byQuery = who.way === "query";
  const visit = byQuery ? null : await findPatientVisit(app, who.orderId);
  const patient = byQuery ? null : await findOrderKey(app.reads, who.orderId);
  const asking = { orderId: byQuery ? null : who.orderId, clock, exceptVisit: visit?.id };
  const mayChange = visit !== null && mayStillChange(app, visit);
  const wantsTimes = visit === null || mayChange;
  return {
    mode: visit ? "move" : "book",
    visit,
    mayChange,
    changeHours: app.config.patientChangeHours,
    clock,
    schedule: wantsTimes ? await orNull(app, findSchedule(app, asking, filters)) : null,
    choice:
      wantsTimes && at !== undefined && therapistId !== undefined
        ? await findChoice(app, { at, therapistId, exceptVisit: visit?.id })
        : null,
    patient,
    idempotencyKey: randomUUID(),
    mark: pageTokenOf(app, who),
  };
}

const keyOf = prepared((db, { order }: { order: number }) =>
  db.selectFrom("orders").select(["patient_id", "brightree_db"]).where("id", "=", order),
);

/** By what the order system knows an order; of one that is not on file, what fits none. */
export async function findOrderKey(
  db: Db,
  orderId: number,
): Promise<{ patient_id: number; brightree_db: string }> {
  const [order] = await keyOf(db, { order: orderId });
  return order ?? { patient_id: 0, brightree_db: "" };
}

/** The patient's visit, and whether they can still change it here; without one, whether it was held. */
export async function findMyVisit(app: App, who: Patient) {
  const visit = await findPatientVisit(app, who.orderId);
  return {
    visit,
    held: visit === null && (await findLatestVisit(app.reads, who.orderId))?.status === "completed",
    mayChange: visit !== null && mayStillChange(app, visit),
    changeHours: app.config.patientChangeHours,
    mark: pageTokenOf(app, who),
  };
}

async function findPatientVisit(app: App, orderId: number): Promise<PatientVisit | null> {
  const visit = await findActiveVisit(app.reads, orderId);
  return visit ? { ...visit, over: isOver(visit, app.clock.now()) } : null;
}

// A patient whose times can't be read is told so in place; the fault itself goes into the log.
async function orNull<Result>(app: App, read: Promise<Result>): Promise<Result | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    app.log.error({ err: error }, "availability");
    return null;
  }
}
