import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { hour, localDate } from "~/core/time";
import type { Patient } from "~/core/who";
import { pageTokenOf } from "~/visits/page-token.server";
import { type Choice, findChoice } from "./find-choice.server";
import { findListZone } from "./find-list-zone.server";
import { findMyVisit, type MyVisit } from "./find-my-visit.server";
import { findSchedule, type Schedule } from "./find-schedule.server";
import type { SchedulePage as Query } from "./schedule-schema";

export interface SchedulePage {
  mode: Mode;
  /** Null in query sessions, which must not reveal whether the order exists. */
  mine: MyVisit | null;
  changeHours: number;
  /** Milliseconds UTC. Visits booked before this time can't be changed online. */
  changeableFrom: number;
  /** Null if the times couldn't be read, or if this patient can't choose a time. */
  schedule: Schedule | null;
  mayChoose: boolean;
  choice: Choice | null;
  idempotencyKey: string;
  pageToken: string;
}

/** Patients without a visit book one. Patients with a visit move it. */
type Mode = "book" | "move";

/** @param viewerZone the viewer's IANA time zone, if known */
export async function findSchedulePage(
  app: App,
  who: Patient,
  mode: Mode,
  viewerZone: string | null,
  { at, with: therapistId, ...filters }: ReturnType<typeof Query.parse>,
): Promise<SchedulePage> {
  const byQuery = who.sessionKind === "query";
  const mine = byQuery ? null : await findMyVisit(app, who);
  const mayChoose = mine === null || (mode === "move" ? mine.mayChange : mayBook(mine));
  const page = {
    mode,
    mine,
    mayChoose,
    changeHours: app.config.patientChangeHours,
    changeableFrom: app.clock.now() + app.config.patientChangeHours * hour,
    idempotencyKey: randomUUID(),
    pageToken: pageTokenOf(app, who),
  };
  if (!mayChoose) return { ...page, schedule: null, choice: null };
  const state = mine?.order?.state ?? null;
  const zone = await findListZone(app.reads, mine && { orderId: who.orderId, state }, viewerZone);
  const exceptVisit = mine?.visit?.id;
  const time = therapistId === undefined ? at : undefined;
  const ownDay = mode === "move" && mine?.visit ? localDate(mine.visit.start_at, zone) : undefined;
  return {
    ...page,
    schedule: await orNull(
      app,
      findSchedule(app, { zone, state, exceptVisit, ownDay }, { ...filters, time }),
    ),
    choice:
      at !== undefined && therapistId !== undefined
        ? await findChoice(app, { at, therapistId, exceptVisit })
        : null,
  };
}

const mayBook = ({ visit, order }: MyVisit) => visit === null && !order?.closed;

async function orNull<Result>(app: App, read: Promise<Result>): Promise<Result | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    app.log.error({ err: error }, "availability");
    return null;
  }
}
