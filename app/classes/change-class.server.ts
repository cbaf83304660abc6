import type * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { invalidField, Refusal } from "~/core/refusal";
import { iso, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { cancelWithin } from "~/visits/cancel-visit.server";
import { changeVisit } from "~/visits/change-visit.server";
import { withoutLateness } from "~/visits/late/day-marks";
import { movedNotice, newLinkNotice } from "~/visits/notices/visit-notices";
import { type ClassTime, listClassClashes, listClassWarnings } from "./class-refusals.server";
import type { ChangeClass, ClassId } from "./class-schema";
import type { ClassSession } from "./class-session";
import { changeClasses, findLeaders, type Leader, writeTherapists } from "./class-times.server";
import { listActiveSeats, listTherapistsOfClass, requireOwnClass } from "./classes.server";
import { notifyTherapists } from "./notify-therapists.server";

/**
 * Changes a class's time, therapists, seats, or meeting link. If the time or who leads it changes, each patient gets one
 * notice.
 * @throws Refusal "missing" for another therapist's class; "conflict" for a class that has changed, started, or is
 *   canceled, and for a time that is taken; "invalid" for fewer seats than are taken, a past time, and warnings that
 *   weren't accepted
 */
export function changeClass(app: App, who: Who, input: z.output<typeof ChangeClass>): Promise<void> {
  return changeClasses(app, async (trx) => {
    const session = await findChangeable({ trx, app, who }, input);
    const kind = await trx
      .selectFrom("visit_kinds")
      .selectAll()
      .where("id", "=", session.kind_id)
      .executeTakeFirstOrThrow();
    const before = await listTherapistsOfClass(trx, session.id);
    const ids = before.map(({ id }) => id);
    const named = input.therapist ?? ids;
    const isSameNamed = named.length === ids.length && named.every((id, index) => id === ids[index]);
    // A therapist of a class with others can't name them, but keeps them.
    const leaders = isSameNamed
      ? ((await trx.selectFrom("therapists").selectAll().where("id", "in", ids).execute()).sort(
          (one, other) => ids.indexOf(one.id) - ids.indexOf(other.id),
        ) as [Leader, ...Leader[]])
      : await findLeaders(trx, who, kind, named);
    const start = input.start ?? session.start_at;
    const seats = input.seats ?? session.seats;
    if (seats < session.taken) {
      throw invalidField(
        "seats",
        `${plural(session.taken, "seat")} ${session.taken === 1 ? "is" : "are"} taken. Enter at least ${session.taken}, or move patients first.`,
      );
    }
    const isMove = start !== session.start_at || !isSameNamed;
    const time: ClassTime = {
      start,
      end: start + session.end_at - session.start_at,
      buffer_before: session.buffer_before,
      buffer_after: session.buffer_after,
      place: await findPlace({ trx }, session),
      therapists: leaders,
      exceptClass: session.id,
    };
    if (isMove) await checkTime({ trx, app, who }, time, input.accept);
    const link = session.place_id === null ? (input.meeting_link ?? session.meeting_link) : null;
    const isOtherLink = link !== session.meeting_link;
    if (!isMove && !isOtherLink && seats === session.seats) return;
    await trx
      .updateTable("classes")
      .set((eb) => ({
        start_at: time.start,
        end_at: time.end,
        seats,
        meeting_link: link,
        // A class at another time is asked about again.
        ...(isMove && { kept_at: null }),
        version: eb("version", "+", 1),
        sequence: eb("sequence", "+", 1),
      }))
      .where("id", "=", session.id)
      .execute();
    if (isMove) {
      await trx.deleteFrom("class_therapists").where("class_id", "=", session.id).execute();
      await writeTherapists(trx, session.id, time);
    }
    if (isMove || isOtherLink) await changeSeats({ trx, app, who }, session, time, { link, isMove });
    await logAudit({ trx, app, who }, "class.changed", `class ${session.id}`, {
      seats,
      ...(isMove && { from: iso(session.start_at), to: iso(start), therapists: leaders.map(({ id }) => id) }),
    });
    await notifyTherapists({ trx, app, who }, session.id, "changed");
    const left = before.filter(({ id }) => leaders.every((leader) => leader.id !== id));
    if (left.length > 0) await notifyTherapists({ trx, app, who }, session.id, "cancelled", left);
  });
}

async function findChangeable(
  { trx, app, who }: Tx,
  { id, version }: { id: number; version?: number | undefined },
): Promise<ClassSession> {
  const session = await requireOwnClass(trx, who, id);
  if (session.status === "cancelled")
    throw new Refusal("conflict", "This class is canceled. Schedule a new one.");
  if (version !== undefined && version !== session.version) {
    throw new Refusal("conflict", "This class has changed. Reload the page and try again.");
  }
  if (session.start_at <= app.clock.now()) {
    throw new Refusal(
      "conflict",
      "This class has started, so it can't be changed. Enter each patient's outcome.",
    );
  }
  return session;
}

async function findPlace({ trx }: Pick<Tx, "trx">, { place_id }: ClassSession) {
  if (place_id === null) return null;
  return trx.selectFrom("places").selectAll().where("id", "=", place_id).executeTakeFirstOrThrow();
}

async function checkTime({ trx, app }: Tx, time: ClassTime, accept: boolean | undefined): Promise<void> {
  if (time.start <= app.clock.now()) throw invalidField("start", "This time has passed. Choose a later one.");
  if (time.place?.active === 0)
    throw new Refusal("conflict", `${time.place.name} is closed. Cancel this class instead.`);
  const clashes = await listClassClashes(trx, time);
  if (clashes.length > 0) throw new Refusal("conflict", clashes.join(" "));
  if (accept !== false) return;
  const warnings = await listClassWarnings(app, trx, time);
  if (warnings.length === 0) return;
  throw new Refusal("invalid", warnings.join(" "), { fields: { accept: warnings }, extra: { warnings } });
}

interface SeatChange {
  link: string | null;
  isMove: boolean;
}

/** Gives each patient the class's new time, leader, and link, with one notice. */
async function changeSeats(
  { trx, app, who }: Tx,
  session: ClassSession,
  time: ClassTime,
  { link, isMove }: SeatChange,
): Promise<void> {
  const [leader] = time.therapists;
  if (!leader) return;
  const isOtherStart = time.start !== session.start_at;
  for (const seat of await listActiveSeats(trx, session.id)) {
    await changeVisit({ trx, app, who }, seat, {
      action: isMove ? "visit.moved" : "visit.link-changed",
      details: isMove ? { from: iso(seat.start_at), to: iso(time.start), therapist_id: leader.id } : {},
      set: {
        therapist_id: leader.id,
        start_at: time.start,
        end_at: time.end,
        local_date: localDate(time.start, zoneOrUtc(leader.timezone)),
        meeting_link: link,
        ...(isOtherStart && {
          patient_confirmed_at: null,
          change_asked_at: null,
          equipment_missing_at: null,
          ...withoutLateness,
        }),
        ...(isMove && seat.interpreter_arranged && { interpreter_arranged: 0, interpreter_note: null }),
      },
      notice: isMove ? movedNotice : newLinkNotice,
    });
  }
}

/**
 * Cancels a class. Each patient is notified once and can choose another time. The trigger
 * `classes_free_their_therapists` opens the time again.
 * @throws Refusal like `changeClass`
 */
export function cancelClass(app: App, who: Who, input: z.output<typeof ClassId>): Promise<void> {
  return changeClasses(app, async (trx) => {
    const found = await requireOwnClass(trx, who, input.id);
    if (found.status === "cancelled") return;
    const session = await findChangeable({ trx, app, who }, input);
    const seats = await listActiveSeats(trx, session.id);
    for (const seat of seats) await cancelWithin({ trx, app, who }, seat, null);
    await trx
      .updateTable("classes")
      .set((eb) => ({
        status: "cancelled" as const,
        version: eb("version", "+", 1),
        sequence: eb("sequence", "+", 1),
      }))
      .where("id", "=", session.id)
      .execute();
    await logAudit({ trx, app, who }, "class.cancelled", `class ${session.id}`, { patients: seats.length });
    await notifyTherapists({ trx, app, who }, session.id, "cancelled");
  });
}

/** Records that a class takes place with fewer patients than the company's minimum. @throws Refusal like `changeClass` */
export function keepClass(app: App, who: Who, input: z.output<typeof ClassId>): Promise<void> {
  return changeClasses(app, async (trx) => {
    const session = await findChangeable({ trx, app, who }, input);
    await trx.updateTable("classes").set({ kept_at: app.clock.now() }).where("id", "=", session.id).execute();
    await logAudit({ trx, app, who }, "class.kept", `class ${session.id}`, { patients: session.taken });
  });
}
