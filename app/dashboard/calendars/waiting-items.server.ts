import { sql } from "kysely";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import { steps } from "~/orders/step";
import type { Communication } from "~/visits/interpreter";
import type { Visit } from "~/visits/visit";
import { readVisits, selectVisits } from "~/visits/visits.server";
import { matchesFilters, matchesOrder } from "./calendar-conditions.server";
import type { Filters } from "./calendars-query";
import { confirmWithin } from "./visits-to-confirm.server";
import { ago } from "./waiting-time";

export interface Waiting extends Communication {
  key: string;
  reason: string;
  since: number;
  therapist: string | null;
  patient_id: number;
  patient_name: string | null;
  brightree_db: string;
  sales_order_no: string | null;
  order: number;
  /** Null for an order without a visit. */
  visit: number | null;
  href: string;
  label: string;
}

const linkWaitLimit = 2 * day;

const perKind = 25;

/**
 * Visits submitted long ago, links that weren't opened or led to no visit, and failed messages. The longest
 * wait first.
 */
export async function listWaiting(db: Db, filters: Filters, now: number): Promise<Waiting[]> {
  // These orders have no therapist yet.
  const byTherapist = Boolean(filters.therapist || filters.region);
  const found = await Promise.all([
    listUnconfirmed(db, filters, now),
    byTherapist ? [] : listUnusedLinks(db, filters, now),
    byTherapist ? [] : listFailed(db, filters, now),
  ]);
  return found.flat().sort((a, b) => a.since - b.since);
}

interface OrderFields
  extends Pick<Waiting, "patient_id" | "patient_name" | "brightree_db" | "sales_order_no"> {
  order_id: number;
}

const orderFields = ({ order_id, patient_id, patient_name, brightree_db, sales_order_no }: OrderFields) => ({
  order: order_id,
  ...{ therapist: null, visit: null, language: "en", interpreter: null, interpreter_arranged: false },
  ...{ patient_id, patient_name, brightree_db, sales_order_no },
});

const visitFields = (visit: Visit) => ({
  ...orderFields(visit),
  key: `visit ${visit.id}`,
  visit: visit.id,
  therapist: visit.therapist,
  language: visit.language,
  interpreter: visit.interpreter,
  interpreter_arranged: visit.interpreter_arranged,
  interpreter_note: visit.interpreter_note,
  patient_confirmed: visit.patient_confirmed,
});

async function listUnconfirmed(db: Db, filters: Filters, now: number): Promise<Waiting[]> {
  const ids = db
    .selectFrom("visits")
    .select("visits.id")
    .where(matchesFilters(filters))
    .where("visits.status", "=", "submitted")
    .where("visits.start_at", ">", now + confirmWithin)
    .where("visits.submitted_at", "<=", now - day)
    .orderBy("visits.start_at")
    .limit(perKind);
  return (await readVisits(selectVisits(db).where("visits.id", "in", ids))).map((visit) => ({
    ...visitFields(visit),
    since: visit.submitted_at ?? now,
    reason: `Submitted ${ago(visit.submitted_at ?? now, now)}, not confirmed`,
    href: `/visits/${visit.id}/confirm`,
    label: "Confirm",
  }));
}

async function listUnusedLinks(db: Db, { company, search }: Filters, now: number): Promise<Waiting[]> {
  let query = db
    .selectFrom("orders")
    .innerJoin("link_codes", "link_codes.order_id", "orders.id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select(["orders.id as order_id", "orders.patient_id", "orders.patient_name"])
    .select(["orders.brightree_db", "orders.sales_order_no"])
    .select(["link_codes.opened_at", "orders.step_at"])
    .select(
      sql<number | null>`(select max(used_at) from access_codes where order_id = orders.id)`.as("used_at"),
    )
    .where("orders.closed_at", "is", null)
    .where("orders.step", "=", steps.linkSent)
    .where("orders.step_at", "<=", now - linkWaitLimit)
    // Lists the names, so that each is read by the index of open orders.
    .where("orders.brightree_db", "in", (of) => of.selectFrom("databases").select("name"))
    .orderBy("orders.step_at")
    .orderBy("orders.id")
    .limit(perKind);
  if (company) query = query.where(isOfCompany(company));
  if (search) query = query.where(matchesOrder(search));
  return (await query.execute()).map((order) => {
    const opened = Math.max(order.opened_at ?? 0, order.used_at ?? 0);
    return {
      ...orderFields(order),
      key: `order ${order.order_id}`,
      since: order.step_at,
      reason: opened
        ? `Link opened ${ago(opened, now)}, no time chosen`
        : `Link sent ${ago(order.step_at, now)}, not opened`,
      href: `/messages?q=${order.patient_id}`,
      label: "Find conversation",
    };
  });
}

async function listFailed(db: Db, { company, search }: Filters, now: number): Promise<Waiting[]> {
  let query = db
    .selectFrom("outbox")
    .innerJoin("orders", "orders.id", "outbox.order_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select(["outbox.id", "outbox.channel", "outbox.finished_at", "outbox.created_at"])
    .select(["orders.id as order_id", "orders.patient_id", "orders.patient_name"])
    .select(["orders.brightree_db", "orders.sales_order_no"])
    .where("outbox.status", "=", "failed")
    .orderBy("outbox.id")
    .limit(perKind);
  if (company) query = query.where(isOfCompany(company));
  if (search) query = query.where(matchesOrder(search));
  return (await query.execute()).map((message) => {
    const since = message.finished_at ?? message.created_at;
    return {
      ...orderFields(message),
      key: `message ${message.id}`,
      since,
      reason: `${message.channel === "sms" ? "Text" : "Email"} failed ${ago(since, now)}`,
      href: `/messages?q=${message.patient_id}`,
      label: "Find conversation",
    };
  });
}

const isOfCompany = (name: string) => sql<boolean>`(companies.name = ${name} or databases.name = ${name})`;
