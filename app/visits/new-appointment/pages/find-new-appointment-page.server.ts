import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { whereBooked } from "~/availability/slot-rules.server";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { addDays, localDate, startOfDay, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { actsFor, ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { requireOwnVisit } from "../../require-own-visit.server";
import { listVisits } from "../../visits.server";
import { findOrder, findOrders } from "../find-orders.server";
import type { NewAppointmentPage } from "../new-appointment-schema";

const daysShown = 8;

export async function findNewAppointmentPage(app: App, who: Who, query: NewAppointmentPage) {
  if (query.booked) {
    return { step: "booked" as const, visit: await requireOwnVisit(app.reads, who, query.booked) };
  }
  const therapists = await listBookable(app.reads, who);
  if (!query.order) {
    const found = query.q ? await findOrders(app, who, query.q) : null;
    const therapist = therapists.find(({ id }) => id === query.therapist) ?? null;
    return { step: "find" as const, q: query.q ?? "", found, therapist, date: query.date };
  }
  const order = await findOrder(app.reads, who, query.order);
  const inRegion = therapists.find(({ region }) => region === order.state) ?? therapists[0];
  const requested = query.therapist ?? (who.kind === "staff" && who.therapistId) ?? null;
  const id = requested || inRegion?.id;
  if (!id || order.visit) return { step: "order" as const, order, therapists };
  const therapist = await ownTherapistOfId(app.reads, who, id);
  return {
    step: "time" as const,
    order,
    idempotencyKey: randomUUID(),
    therapists: [...therapists].sort(
      (a, b) => Number(b.region === order.state) - Number(a.region === order.state),
    ),
    ...(await findDay(app, therapist, query.date)),
  };
}

async function listBookable(db: Db, who: Who) {
  const all = sortedByName(await db.selectFrom("therapists").select(["id", "name", "region"]).execute());
  return isSupervisor(who) ? all : all.filter(({ id }) => actsFor(who, id));
}

async function findDay(app: App, therapist: Row<"therapists">, requestedDate: string | undefined) {
  const now = app.clock.now();
  const zone = zoneOrUtc(therapist.timezone);
  const days = await listFreeDays(app.reads, therapist.id, now);
  const date = requestedDate ?? days[0]?.date ?? localDate(now, zone);
  const span = { from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) };
  const free = await app.reads
    .selectFrom("slots")
    .select("start_at")
    .where("therapist_id", "=", therapist.id)
    .where("start_at", ">", Math.max(now, span.from))
    .where("start_at", "<", span.to)
    .where(sql<boolean>`not ${whereBooked("slots")}`)
    .orderBy("start_at")
    .limit(100)
    .execute();
  const makesLinks = await hasLinkTemplate(app.reads, therapist.company_id);
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
      meetingLink: makesLinks ? null : therapist.zoom_link,
      makesLinks,
    },
    date,
    days,
    free: free.map(({ start_at }) => start_at),
    booked: booked.map(({ id, start_at, end_at }) => ({ id, start: start_at, end: end_at })),
  };
}

/** True if the company or one of its kinds of visits has a template for meeting links. */
async function hasLinkTemplate(db: Db, companyId: number): Promise<boolean> {
  const { found } = await db
    .selectFrom("companies")
    .select(
      sql<number>`link_template is not null or exists (
        select 1 from visit_kinds where company_id = companies.id and active = 1 and link_template is not null)`.as(
        "found",
      ),
    )
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  return found === 1;
}

function listFreeDays(db: Db, therapistId: number, now: number) {
  return db
    .selectFrom("slots")
    .select(["local_date as date", (eb) => eb.fn.countAll<number>().as("free")])
    .where("therapist_id", "=", therapistId)
    .where("start_at", ">", now)
    .where(sql<boolean>`not ${whereBooked("slots")}`)
    .groupBy("local_date")
    .orderBy("local_date")
    .limit(daysShown)
    .execute();
}
