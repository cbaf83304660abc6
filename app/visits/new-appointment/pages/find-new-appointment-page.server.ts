import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openSlots, whereForKind } from "~/availability/open-slots-query.server";
import { whereBooked } from "~/availability/slot-rules.server";
import type { App } from "~/boot/app.server";
import { listClasses } from "~/classes/classes.server";
import { sortedByName } from "~/core/by-name";
import { addDays, day, hour, localDate, startOfDay, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { needsLink } from "~/kinds/kind-schema";
import { type KindOfVisit, listKinds, requireKind } from "~/kinds/kinds.server";
import { actsFor, ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { requireOwnVisit } from "../../require-own-visit.server";
import { listEquipmentWarnings } from "../../time-warnings.server";
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
  const kinds = await listBookableKinds(app.reads, order.id);
  const asked = kinds.find(({ id }) => id === query.kind)?.id;
  const kind = await requireKind(app.reads, who, { orderId: order.id, kindId: asked });
  if (kind.mode === "class" && !order.visit) {
    return {
      step: "class" as const,
      order,
      kinds: kinds.map(({ id, name }) => ({ id, name })),
      kind: { id: kind.id },
      proposed: query.start,
      classes: await listClassesToBook(app, who, kind.id),
    };
  }
  const leaders = kinds.find(({ id }) => id === kind.id)?.leaders ?? [];
  const leading = therapists.filter(({ id }) => leaders.length === 0 || leaders.includes(id));
  const inRegion = leading.find(({ region }) => region === order.state) ?? leading[0] ?? therapists[0];
  const requested = query.therapist ?? (who.kind === "staff" && who.therapistId) ?? null;
  const id = requested || inRegion?.id;
  if (!id || order.visit) return { step: "order" as const, order, therapists };
  const therapist = await ownTherapistOfId(app.reads, who, id);
  const shown = await findDay(app, { therapist, kind }, query.date);
  // At noon, it is the same day for the therapist and the patient.
  const noon = startOfDay(shown.date, shown.therapist.zone) + 12 * hour;
  return {
    step: "time" as const,
    order,
    idempotencyKey: randomUUID(),
    therapists: [...therapists].sort(
      (a, b) => Number(b.region === order.state) - Number(a.region === order.state),
    ),
    kinds: kinds.map(({ id, name }) => ({ id, name })),
    kind: { id: kind.id, needsLink: needsLink(kind) },
    proposed: query.start,
    ...shown,
    /** Warnings about every time of the shown day. */
    warnings: await listEquipmentWarnings(app, app.reads, order.id, { start: noon, kind }),
  };
}

async function listBookable(db: Db, who: Who) {
  const all = sortedByName(await db.selectFrom("therapists").select(["id", "name", "region"]).execute());
  return isSupervisor(who) ? all : all.filter(({ id }) => actsFor(who, id));
}

const daysOfClasses = 366;
const mostClasses = 100;

/** The upcoming classes of a kind: for a therapist, their own. */
function listClassesToBook({ reads, clock }: App, who: Who, kindId: number) {
  const now = clock.now();
  return listClasses(reads, {
    kindId,
    therapistId: who.kind === "staff" && !isSupervisor(who) ? (who.therapistId ?? 0) : undefined,
    from: now,
    to: now + daysOfClasses * day,
    limit: mostClasses,
  });
}

/** The kinds of visits that staff can book for an order. */
async function listBookableKinds(db: Db, orderId: number) {
  const { company_id } = await db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .select("databases.company_id")
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const kinds = await listKinds(db, company_id);
  return kinds.filter(({ active }) => active === 1);
}

interface Offered {
  therapist: Row<"therapists">;
  kind: KindOfVisit;
}

async function findDay(app: App, { therapist, kind }: Offered, requestedDate: string | undefined) {
  const now = app.clock.now();
  const zone = zoneOrUtc(therapist.timezone);
  const days = await listFreeDays(app.reads, { therapist, kind }, now);
  const date = requestedDate ?? days[0]?.date ?? localDate(now, zone);
  const span = { from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) };
  const free = await freeSlots(app.reads, { therapist, kind })
    .select("start_at")
    .where("start_at", ">", Math.max(now, span.from))
    .where("start_at", "<", span.to)
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

/** Times without a visit; for a kind that isn't the usual one, times in which its whole span fits. */
const freeSlots = (db: Db, { therapist, kind }: Offered) =>
  db
    .selectFrom(
      kind.isUsual
        ? sql<Row<"open_slots">>`(
            select slots.therapist_id, slots.start_at, slots.local_date, ${therapist.region} as region
            from slots cross join visit_kinds as kind
            where kind.id = ${kind.id} and ${whereForKind("slots")} and not ${whereBooked("slots")})`.as(
            "slots",
          )
        : openSlots({ exceptVisit: undefined, kindId: kind.id, zip: kind.zip }).as("slots"),
    )
    .where("slots.therapist_id", "=", therapist.id);

function listFreeDays(db: Db, offered: Offered, now: number) {
  return freeSlots(db, offered)
    .select(["local_date as date", (eb) => eb.fn.countAll<number>().as("free")])
    .where("start_at", ">", now)
    .groupBy("local_date")
    .orderBy("local_date")
    .limit(daysShown)
    .execute();
}
