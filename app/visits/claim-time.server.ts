import { bookingWindow, settingsFrom } from "~/availability/booking-window";
import { isOpen, openingView } from "~/availability/list-openings.server";
import { isSlotOffered } from "~/availability/slots.server";
import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { activeStatuses } from "~/core/visit-status";
import { isQuerySession, isSupervisor, type Who } from "~/core/who";
import { isOverlap, isPlaceFull, isSeatTaken, isSecondVisit } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import { findEquipment, visitsFrom } from "~/equipment/find-equipment.server";
import { type KindOfVisit, kindOfOpening } from "~/kinds/kinds.server";
import { findAlternatives } from "./alternatives-when-taken.server";
import { visitStrings } from "./strings";
import { refuseSecondVisit } from "./visit-refusals.server";
import { listClashes } from "./visits.server";

interface Seat {
  classId: number;
  seats: number;
  /** Null for a class at a place. */
  link: string | null;
}

/** A time to book or move a visit to. Instants in ms UTC. */
export interface RequestedTime {
  therapist: { id: number; name: string; region: string; timezone: string };
  start: number;
  end?: number;
  /** The visit being moved, whose current time counts as free. */
  exceptVisit?: number | undefined;
  /** Set if the visit becomes a seat in a class, whose time and first therapist it has. */
  seat?: Seat | undefined;
  /** Without it, the usual setup by video. */
  kind?: KindOfVisit | undefined;
}

/** Thrown inside a transaction. `claimTime` looks up the alternatives after the rollback. */
export class UnavailableTime extends Error {
  constructor(
    readonly code: "conflict" | "invalid",
    message: string,
    readonly requested: RequestedTime,
  ) {
    super(message);
  }
}

/**
 * Runs a change that books or moves a visit, in one transaction.
 * @throws Refusal "conflict" or "invalid" for an unavailable time, with the nearest open times as `alternatives`
 *   and the clashing visits as `conflicts`; "conflict" for a second active visit of an order
 */
export async function claimTime<Result>(
  app: App,
  who: Who,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await app.db.transaction().execute(change);
  } catch (error) {
    if (error instanceof UnavailableTime) throw await refuseTime(app, who, error);
    if (isSecondVisit(error)) throw refuseSecondVisit(who, undefined);
    throw error;
  }
}

/** Patients can choose only openings, and staff any future time without another visit. @throws UnavailableTime */
export async function checkTime({ trx, app, who }: Tx, requested: RequestedTime): Promise<void> {
  const now = app.clock.now();
  const { therapist, start, exceptVisit, seat } = requested;
  const kind = requested.kind && kindOfOpening(requested.kind);
  const invalid = (message: string) => new UnavailableTime("invalid", message, requested);
  const taken = new UnavailableTime("conflict", visitStrings.timeTaken, requested);
  if (start <= now) throw invalid(visitStrings.timePast);
  if (who.kind === "patient") {
    checkWindow(app, requested);
    const from = visitsFrom(await findEquipment(trx, who.orderId, requested.kind?.handsOver), now);
    if (from !== undefined && start < from) {
      // In a session opened by patient ID, the sentence must not reveal that the order has a shipment.
      throw invalid(isQuerySession(who) ? visitStrings.timeNotOffered : visitStrings.timeBeforeEquipment);
    }
  }
  if (seat) {
    if ((await countSeatsTaken(trx, seat.classId, exceptVisit)) >= seat.seats) {
      throw new UnavailableTime("conflict", visitStrings.classFull, requested);
    }
    return;
  }
  if (who.kind !== "patient") {
    if ((await listClashes(trx, spanOf(requested))).length > 0) throw taken;
    return;
  }
  if (await isOpen(trx, app.config, { therapistId: therapist.id, start, exceptVisit, now, kind })) return;
  throw (await isSlotOffered(trx, therapist.id, start)) ? taken : invalid(visitStrings.timeNotOffered);
}

function checkWindow({ config, clock }: Pick<App, "config" | "clock">, requested: RequestedTime): void {
  const window = bookingWindow(config, clock.now());
  const invalid = (message: string) => new UnavailableTime("invalid", message, requested);
  if (requested.start < window.from) throw invalid(visitStrings.timeTooNear);
  if (requested.start >= window.to) throw invalid(visitStrings.timeTooFar);
}

/** @param exceptVisit a visit that isn't counted */
async function countSeatsTaken(db: Db, classId: number, exceptVisit = 0): Promise<number> {
  const { taken } = await db
    .selectFrom("visits")
    .select((eb) => eb.fn.countAll<number>().as("taken"))
    .where("class_id", "=", classId)
    .where("status", "in", activeStatuses)
    .where("id", "<>", exceptVisit)
    .executeTakeFirstOrThrow();
  return taken;
}

/**
 * Runs the statement that writes a visit's time.
 * @param takenMessage shown if the database refuses an overlap
 * @throws UnavailableTime
 */
export async function writeTime<Result>(
  requested: RequestedTime,
  write: () => Promise<Result>,
  takenMessage: string = visitStrings.timeTaken,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isSeatTaken(error)) throw new UnavailableTime("conflict", visitStrings.classFull, requested);
    if (isPlaceFull(error)) throw new UnavailableTime("conflict", visitStrings.placeFull, requested);
    throw isOverlap(error) ? new UnavailableTime("conflict", takenMessage, requested) : error;
  }
}

const spanOf = ({ therapist, start, kind, exceptVisit, ...time }: RequestedTime) => ({
  therapistId: therapist.id,
  start,
  end: time.end ?? start + (kind?.length ?? visitLength),
  except: exceptVisit,
  before: kind?.buffer_before,
  after: kind?.buffer_after,
});

async function refuseTime(
  app: App,
  who: Who,
  { code, message, requested }: UnavailableTime,
): Promise<Refusal> {
  const { therapist, start, exceptVisit, seat } = requested;
  if (seat) return new Refusal(code, message);
  const { id: therapistId, name, region, timezone } = therapist;
  const equipment =
    who.kind === "patient" ? await findEquipment(app.reads, who.orderId, requested.kind?.handsOver) : null;
  const settings = settingsFrom(app.config, visitsFrom(equipment, app.clock.now()));
  const alternatives = await findAlternatives(app.reads, settings, app.clock.now(), {
    therapistId,
    region,
    start,
    exceptVisit,
    zone: zoneOrUtc(timezone),
    kind: requested.kind && kindOfOpening(requested.kind),
  });
  const span = spanOf(requested);
  const seesVisits = who.kind === "staff" && (isSupervisor(who) || who.therapistId === therapistId);
  const clashes = seesVisits ? await listClashes(app.reads, span) : [];
  return new Refusal(code, message, {
    ...(code === "invalid" && { fields: { datetime: [message] } }),
    extra: {
      alternatives: alternatives.map(openingView),
      conflicts: seesVisits
        ? clashes.map((visit) => ({
            id: visit.id,
            start: iso(visit.start_at),
            end: iso(visit.end_at),
            therapist: visit.therapist,
            region: visit.region,
          }))
        : [{ start: iso(start), end: iso(span.end), therapist: name, region }],
    },
  });
}
