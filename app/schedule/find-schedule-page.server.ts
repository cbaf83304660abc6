import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { settingsFrom } from "~/availability/booking-window";
import { listOpenTimes } from "~/availability/list-open-times.server";
import {
  findOpening,
  type KindOfOpening,
  listOpenings,
  type Opening,
} from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { hour, localDate, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { isQuerySession, type Patient } from "~/core/who";
import { zonesOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import type { Equipment } from "~/equipment/equipment";
import { atVisit, visitsFrom } from "~/equipment/find-equipment.server";
import type { BookableKind } from "~/kinds/bookable-kinds.server";
import { kindOfOpening } from "~/kinds/kinds.server";
import { findAlternatives } from "~/visits/alternatives-when-taken.server";
import { pageTokenOf } from "~/visits/page-token.server";
import { zoneAtBooking } from "~/visits/patient-zone.server";
import { kindOfMoved } from "~/visits/visit";
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
  /** The kinds of visits to choose from, before the list. The list then isn't read. */
  kindChoices: KindChoice[] | null;
  /** True if the address names a kind that can't be booked. */
  isKindGone: boolean;
  /** The kind of the listed times. Null for the usual setup by video. */
  kind: BookableKind | null;
  /** True if the patient can choose another kind. */
  hasOtherKinds: boolean;
  /** Asked before the list. The list then isn't read. */
  zoneQuestion: ZoneQuestion | null;
  /** For the listed times. Null if patients aren't informed about it. */
  equipment: Equipment | null;
  choice: Choice | null;
  idempotencyKey: string;
  pageToken: string;
}

export interface KindChoice extends BookableKind {
  /** The first day with an open time, in ms UTC; null if there is none. */
  first: number | null;
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
    kindChoices: null,
    isKindGone: false,
    kind: null,
    hasOtherKinds: false,
    equipment: mine?.order?.equipment ?? null,
  };
  const order = mine?.order ?? null;
  const asked = order && { order, browserZone, now: app.clock.now(), again: where === "ask" };
  const question = mayChoose && asked ? zoneQuestion(asked) : null;
  if (!mayChoose || question) return { ...page, schedule: null, choice: null, zoneQuestion: question };
  const state = order?.state ?? null;
  const language = order && order.language !== "en" ? order.language : undefined;
  const exceptVisit = mine?.visit?.id;
  const kinds = order?.kinds ?? [];
  const bookedKind = mode === "move" && mine?.visit ? kindOfMoved(mine.visit) : undefined;
  const chosenKind =
    mode === "move" ? undefined : kinds.length === 1 ? kinds[0] : kinds.find(({ id }) => id === filters.kind);
  if (mode === "book" && order && kinds.length !== 1 && !chosenKind) {
    return {
      ...page,
      schedule: null,
      choice: null,
      zoneQuestion: null,
      kindChoices: await firstDays(app, kinds, order.equipment),
      isKindGone: filters.kind !== undefined,
    };
  }
  const ofKind = bookedKind ?? chosenKind;
  const kind = ofKind && kindOfOpening(ofKind);
  const equipment = chosenKind ? atVisit(page.equipment, chosenKind.handsOver) : page.equipment;
  const notBefore = visitsFrom(equipment, app.clock.now());
  const zone = ofKind?.placeZone ?? order?.visitZone ?? (await findListZone(app.reads, order, browserZone));
  const time = therapistId === undefined ? at : undefined;
  const ownDay = mode === "move" && mine?.visit ? localDate(mine.visit.start_at, zone) : undefined;
  return {
    ...page,
    kind: chosenKind && (kind || kinds.length > 1) ? chosenKind : null,
    hasOtherKinds: chosenKind !== undefined && kinds.length > 1,
    zoneQuestion: null,
    equipment,
    schedule: await orNull(
      app,
      findSchedule(
        app,
        { zone, language, state, exceptVisit, ownDay, kind, notBefore },
        { ...filters, kind: kinds.length > 1 ? chosenKind?.id : undefined, time },
      ),
    ),
    choice:
      at !== undefined && therapistId !== undefined
        ? await findChoice(app, { at, therapistId, exceptVisit, kind, notBefore })
        : null,
  };
}

const firstDays = (
  { reads: db, config, clock }: Pick<App, "reads" | "config" | "clock">,
  kinds: BookableKind[],
  equipment: Equipment | null,
): Promise<KindChoice[]> =>
  Promise.all(
    kinds.map(async (kind) => {
      const notBefore = visitsFrom(atVisit(equipment, kind.handsOver), clock.now());
      const [first] = await listOpenings(db, settingsFrom(config, notBefore), {
        now: clock.now(),
        limit: 1,
        kind: kindOfOpening(kind),
      });
      return { ...kind, first: first?.start ?? null };
    }),
  );

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
  hasOthers: boolean;
  alternatives: Opening[];
}

async function findChoice(
  { reads: db, config: all, clock }: Pick<App, "reads" | "config" | "clock">,
  picked: {
    at: number;
    therapistId: number;
    exceptVisit?: number | undefined;
    kind?: KindOfOpening | undefined;
    notBefore?: number | undefined;
  },
): Promise<Choice | null> {
  const config = settingsFrom(all, picked.notBefore);
  const now = clock.now();
  const start = picked.at;
  const opening = await findOpening(db, config, { ...picked, start, now });
  if (opening) {
    const asked = { now, zone: opening.zone, date: localDate(start, opening.zone), at: start };
    const alone = {
      ...asked,
      exceptVisit: picked.exceptVisit,
      kind: picked.kind,
      limit: 1,
      offset: 0,
      therapists: 1,
    };
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
  const unavailable = {
    ...place,
    zone: zoneOrUtc(timezone),
    start,
    end: start + (picked.kind?.length ?? visitLength),
  };
  const alternatives = await findAlternatives(db, config, now, {
    ...unavailable,
    exceptVisit: picked.exceptVisit,
    kind: picked.kind,
  });
  return { opening: unavailable, open: false, hasOthers: false, alternatives };
}
