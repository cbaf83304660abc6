import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isBooked } from "~/availability/changes/delete-slots.server";
import type { App } from "~/boot/app.server";
import { addDays, localDate, startOfDay, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { actsFor, ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { requireOwnVisit } from "~/visits/visit-permissions.server";
import { listVisits } from "~/visits/visits.server";
import { findOrder, findOrders } from "./find-orders.server";
import type { NewAppointmentPage } from "./new-appointment-schema";

/** As many days with free times as stand beside each other. */
const daysShown = 8;

/**
 * What the page of a new visit shows at each of its steps: the orders found, the order chosen, the free
 * times of the chosen therapist's day, the visit that was made.
 *
 * Refuses an order, a therapist or a visit that is not there for this person (missing).
 */
export async function findNewAppointmentPage(app: App, who: Who, asked: NewAppointmentPage) {
  if (asked.made) return { step: "made" as const, made: await requireOwnVisit(app.reads, who, asked.made) };
  const therapists = await listBookable(app.reads, who);
  if (!asked.order) {
    const found = asked.q ? await findOrders(app, who, asked.q) : null;
    return { step: "find" as const, q: asked.q ?? "", found, therapists, therapist: asked.therapist ?? null };
  }
  const order = await findOrder(app.reads, who, asked.order);
  const near = therapists.find(({ region }) => region === order.state) ?? therapists[0];
  const wanted = asked.therapist ?? (who.kind === "staff" && who.therapistId) ?? null;
  const id = wanted || near?.id;
  if (!id || order.visit) return { step: "order" as const, order, therapists };
  const therapist = await ownTherapistOfId(app.reads, who, id);
  return {
    step: "time" as const,
    order,
    idempotencyKey: randomUUID(),
    therapists: [...therapists].sort(
      (a, b) => Number(b.region === order.state) - Number(a.region === order.state),
    ),
    ...(await findDay(app, therapist, asked.date)),
  };
}

export type NewAppointmentView = Awaited<ReturnType<typeof findNewAppointmentPage>>;

async function listBookable(db: Db, who: Who) {
  const all = await db.selectFrom("therapists").select(["id", "name", "region"]).orderBy("name").execute();
  return isSupervisor(who) ? all : all.filter(({ id }) => actsFor(who, id));
}

/** A therapist's day: what is free, and what is booked already. */
async function findDay(app: App, therapist: Row<"therapists">, asked: string | undefined) {
  const now = app.clock.now();
  const zone = zoneOrUtc(therapist.timezone);
  const days = await listFreeDays(app.reads, therapist.id, now);
  const date = asked ?? days[0]?.date ?? localDate(now, zone);
  const span = { from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) };
  const free = await app.reads
    .selectFrom("slots")
    .select("start_at")
    .where("therapist_id", "=", therapist.id)
    .where("start_at", ">", Math.max(now, span.from))
    .where("start_at", "<", span.to)
    .where(sql<boolean>`not ${isBooked}`)
    .orderBy("start_at")
    .limit(100)
    .execute();
  const booked = await listVisits(app.reads, {
    therapistId: therapist.id,
    statuses: activeStatuses,
    ...span,
    limit: 100,
  });
  return {
    therapist: {
      id: therapist.id,
      name: therapist.name,
      zone,
      capacity: therapist.daily_capacity,
      meetingLink: therapist.zoom_link,
    },
    date,
    days,
    free: free.map(({ start_at }) => start_at),
    booked: booked.map(({ id, start_at, end_at }) => ({ id, start: start_at, end: end_at })),
  };
}

function listFreeDays(db: Db, therapistId: number, now: number) {
  return db
    .selectFrom("slots")
    .select(["local_date as date", (of) => of.fn.countAll<number>().as("free")])
    .where("therapist_id", "=", therapistId)
    .where("start_at", ">", now)
    .where(sql<boolean>`not ${isBooked}`)
    .groupBy("local_date")
    .orderBy("local_date")
    .limit(daysShown)
    .execute();
}
