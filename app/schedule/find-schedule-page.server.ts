import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import { pageTokenOf } from "~/visits/page-token.server";
import { mayStillChange } from "~/visits/patient-visit.server";
import type { Visit } from "~/visits/visit";
import { type Choice, findChoice } from "./find-choice.server";
import { findListZone } from "./find-list-zone.server";
import { findCanceledVisit, findPatientVisit, type PatientVisit } from "./find-my-visit.server";
import { findOrderDetails } from "./find-order-details.server";
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
  /** "Alex B."; null in query sessions. */
  name: string | null;
  /** The company's text about the visit. */
  about: string | null;
  /** The order was closed: nothing can be booked. */
  closed: boolean;
  /** The newest visit, if it was canceled. */
  canceled: Visit | null;
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
  const order = byQuery ? null : await findOrderDetails(app.reads, who.orderId);
  const state = order?.state ?? null;
  const clock = await findListZone(app.reads, byQuery ? null : { orderId: who.orderId, state }, viewerZone);
  const mayChange = visit !== null && mayStillChange(app, visit);
  const needsTimes = visit === null ? !order?.closed : mayChange;
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
    patient: order?.key ?? null,
    name: order?.patient ?? null,
    about: order?.about ?? null,
    closed: order?.closed ?? false,
    canceled: byQuery || visit ? null : await findCanceledVisit(app.reads, who.orderId),
    idempotencyKey: randomUUID(),
    pageToken: pageTokenOf(app, who),
  };
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
