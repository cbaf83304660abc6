import { sql } from "kysely";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { steps } from "~/orders/step";
import { executeVisits, selectVisits } from "~/visits/visits.server";
import { type ShownVisit, shownVisit } from "../shown-visit";
import { matchesFilters, matchesOrder, urgentWithin, whereOfCompany } from "./calendar-conditions.server";
import type { Filters } from "./calendars-query";
import { ago } from "./waiting-time";

export interface WaitingItem {
  key: string;
  reason: string;
  /** ms UTC */
  since: number;
  order: Pick<Row<"orders">, "id" | "patient_id" | "patient_name" | "brightree_db" | "sales_order_no">;
  /** Null for an order without a visit. */
  visit: ShownVisit | null;
  /** For a patient who hasn't booked. */
  unbooked?: { phone: string | null; extension: string | null; hasCode: boolean };
  href: string;
  label: string;
}

const orderColumns = [
  "orders.id",
  "orders.patient_id",
  "orders.patient_name",
  "orders.brightree_db",
  "orders.sales_order_no",
] as const;

const linkWaitLimit = 2 * day;

const perKind = 25;

/** Lists visits submitted long ago, unopened or unused links, and failed messages. Longest wait first. */
export async function listWaiting(db: Db, filters: Filters, now: number): Promise<WaitingItem[]> {
  // Orders without a visit have no therapist.
  const byTherapist = Boolean(filters.therapist || filters.region);
  const found = await Promise.all([
    listUnconfirmed(db, filters, now),
    byTherapist ? [] : listUnusedLinks(db, filters, now),
    byTherapist ? [] : listFailed(db, filters, now),
  ]);
  return found.flat().sort((a, b) => a.since - b.since);
}

async function listUnconfirmed(db: Db, filters: Filters, now: number): Promise<WaitingItem[]> {
  const ids = db
    .selectFrom("visits")
    .select("visits.id")
    .where(matchesFilters(filters))
    .where("visits.status", "=", "submitted")
    .where("visits.start_at", ">", now + urgentWithin)
    .where("visits.submitted_at", "<=", now - day)
    // The worklist starts with the overdue ones.
    .where((eb) => eb.or([eb("visits.confirm_by", "is", null), eb("visits.confirm_by", ">", now)]))
    .orderBy("visits.start_at")
    .limit(perKind);
  return (await executeVisits(selectVisits(db).where("visits.id", "in", ids))).map((visit) => ({
    key: `visit ${visit.id}`,
    reason: `Submitted ${ago(visit.submitted_at ?? now, now)} but not confirmed`,
    since: visit.submitted_at ?? now,
    order: { ...visit, id: visit.order_id },
    visit: shownVisit(visit),
    href: `/visits/${visit.id}/confirm`,
    label: "Confirm",
  }));
}

const findConversation = ({ patient_id }: WaitingItem["order"]) => ({
  visit: null,
  href: `/messages?q=${patient_id}`,
  label: "Find conversation",
});

async function listUnusedLinks(db: Db, { company, search }: Filters, now: number): Promise<WaitingItem[]> {
  let query = db
    .selectFrom("orders")
    .innerJoin("link_codes", "link_codes.order_id", "orders.id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select(orderColumns)
    .select(["link_codes.opened_at", "orders.step_at", "orders.phone", "orders.phone_ext"])
    .select(
      sql<number | null>`(select max(used_at) from access_codes where order_id = orders.id)`.as("used_at"),
    )
    .select(sql<number>`exists (select 1 from access_codes where order_id = orders.id)`.as("has_code"))
    .where("orders.closed_at", "is", null)
    .where("orders.step", "=", steps.linkSent)
    .where("orders.step_at", "<=", now - linkWaitLimit)
    // The list of names makes SQLite read each database through the index of open orders.
    .where("orders.brightree_db", "in", (eb) => eb.selectFrom("databases").select("name"))
    .orderBy("orders.step_at")
    .orderBy("orders.id")
    .limit(perKind);
  if (company) query = query.where(whereOfCompany(company));
  if (search) query = query.where(matchesOrder(search));
  return (await query.execute()).map((order) => {
    const opened = Math.max(order.opened_at ?? 0, order.used_at ?? 0);
    return {
      ...findConversation(order),
      key: `order ${order.id}`,
      reason: opened
        ? `Link opened ${ago(opened, now)} but no time chosen`
        : `Link sent ${ago(order.step_at, now)} but not opened`,
      since: order.step_at,
      order,
      unbooked: { phone: order.phone, extension: order.phone_ext, hasCode: order.has_code === 1 },
    };
  });
}

async function listFailed(db: Db, { company, search }: Filters, now: number): Promise<WaitingItem[]> {
  let query = db
    .selectFrom("outbox")
    .innerJoin("orders", "orders.id", "outbox.order_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select(orderColumns)
    .select([
      "outbox.id as message",
      "outbox.channel",
      "outbox.finished_at",
      "outbox.created_at",
      "outbox.possibly_sent",
    ])
    .where("outbox.status", "=", "failed")
    .orderBy("outbox.id")
    .limit(perKind);
  if (company) query = query.where(whereOfCompany(company));
  if (search) query = query.where(matchesOrder(search));
  return (await query.execute()).map(
    ({ message, channel, finished_at, created_at, possibly_sent, ...order }) => {
      const name = channel === "sms" ? "Text" : "Email";
      const since = finished_at ?? created_at;
      return {
        ...findConversation(order),
        key: `message ${message}`,
        reason: possibly_sent ? `${name} may have been sent already` : `${name} failed ${ago(since, now)}`,
        since,
        order,
      };
    },
  );
}
