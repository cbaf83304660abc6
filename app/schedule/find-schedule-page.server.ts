import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { settingsFrom } from "~/availability/booking-window";
import { listOpenTimes } from "~/availability/list-open-times.server";
import { findOpening, type Opening } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { hour, localDate, zoneOrUtc } from "~/core/time";
import { isQuerySession, type Patient } from "~/core/who";
import { zonesOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { visitsFrom } from "~/equipment/find-equipment.server";
import { findAlternatives } from "~/visits/alternatives-when-taken.server";
import { pageTokenOf } from "~/visits/page-token.server";
import { zoneAtBooking } from "~/visits/patient-zone.server";
import { findMyVisit, type MyVisit } from "./find-my-visit.server";
import type { OrderDetails } from "./find-order-details.server";
import { findSchedule, type Schedule } from "./find-schedule.server";
import type { SchedulePage as Query } from "./schedule-schema";
import { type ZoneQuestion, zoneQuestion } from "./zone-question";

const oneTherapist = prepared((db) => db.selectFrom("therapists").select("timezone").limit(sql.lit(1)));

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
  /** Asked before the list. The list then isn't read. */
  zoneQuestion: ZoneQuestion | null;
  choice: Choice | null;
  idempotencyKey: string;
  pageToken: string;
}

/** Patients without a visit book one. Patients with a visit move it. */
type Mode = "book" | "move";

/** @param browserZone the viewer's IANA time zone, if known */
export async function findSchedulePage(
  app: App,
  who: Patient,
  { mode, browserZone }: { mode: Mode; browserZone: string | null },
  { at, with: therapistId, where, ...filters }: ReturnType<typeof Query.parse>,
): Promise<SchedulePage> {
  const byQuery = isQuerySession(who);
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
  const order = mine?.order ?? null;
  const asked = order && { order, browserZone, now: app.clock.now(), again: where === "ask" };
  const question = mayChoose && asked ? zoneQuestion(asked) : null;
  if (!mayChoose || question) return { ...page, schedule: null, choice: null, zoneQuestion: question };
  const state = order?.state ?? null;
  const zone = order?.visitZone ?? (await findListZone(app.reads, order, browserZone));
  const exceptVisit = mine?.visit?.id;
  const notBefore = visitsFrom(order?.equipment ?? null, app.clock.now());
  const time = therapistId === undefined ? at : undefined;
  const ownDay = mode === "move" && mine?.visit ? localDate(mine.visit.start_at, zone) : undefined;
  return {
    ...page,
    zoneQuestion: null,
    schedule: await orNull(
      app,
      findSchedule(app, { zone, state, exceptVisit, ownDay, notBefore }, { ...filters, time }),
    ),
    choice:
      at !== undefined && therapistId !== undefined
        ? await findChoice(app, { at, therapistId, exceptVisit, notBefore })
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

/**
 * The time zone of a patient's list of times: the patient's zone, the state's most common zone, or a therapist's.
 * @param order null in query sessions, which must not reveal whether the order exists
 * @param browserZone the viewer's IANA time zone, if known
 */
async function findListZone(db: Db, order: OrderDetails | null, browserZone: string | null): Promise<string> {
  const known = order ? zoneAtBooking(browserZone, order) : browserZone;
  if (known) return known;
  const [likeliest] = zonesOfState(order?.state);
  if (likeliest) return likeliest;
  const [therapist] = await oneTherapist(db, {});
  return zoneOrUtc(therapist?.timezone ?? "EST");
}

interface Choice {
  opening: Opening;
  open: boolean;
  /** Whether other therapists are free at this time. */
  hasOthers: boolean;
  alternatives: Opening[];
}

async function findChoice(
  { reads: db, config: all, clock }: Pick<App, "reads" | "config" | "clock">,
  picked: {
    at: number;
    therapistId: number;
    exceptVisit?: number | undefined;
    notBefore?: number | undefined;
  },
): Promise<Choice | null> {
  const config = settingsFrom(all, picked.notBefore);
  const now = clock.now();
  const start = picked.at;
  const opening = await findOpening(db, config, { ...picked, start, now });
  if (opening) {
    const asked = { now, zone: opening.zone, date: localDate(start, opening.zone), at: start };
    const alone = { ...asked, exceptVisit: picked.exceptVisit, limit: 1, offset: 0, therapists: 1 };
    const [time] = await listOpenTimes(db, config, alone);
    return { opening, open: true, hasOthers: time?.more === true, alternatives: [] };
  }
  const therapist = await db
    .selectFrom("therapists")
    .select(["id as therapistId", "name as therapist", "region", "timezone"])
    .where("id", "=", picked.therapistId)
    .executeTakeFirst();
  if (!therapist) return null;
  const { timezone, ...place } = therapist;
  const unavailable = { ...place, zone: zoneOrUtc(timezone), start };
  const alternatives = await findAlternatives(db, config, now, {
    ...unavailable,
    exceptVisit: picked.exceptVisit,
  });
  return { opening: unavailable, open: false, hasOthers: false, alternatives };
}
