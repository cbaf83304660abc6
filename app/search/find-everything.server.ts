import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { localDate } from "~/core/time";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { hasNumber, type OrderCondition, orderMatches } from "~/orders/search/order-matches.server";
import { visibleOrders } from "~/orders/visible-orders.server";
import {
  conversationResult,
  describePatients,
  findConversations,
  findPages,
  findTherapists,
  therapistResult,
} from "./find-others.server";
import { findVisits } from "./find-visits.server";
import { type ResultGroup, resultsPerGroup } from "./result";
import { type SearchQuery, searchQueryOf } from "./search-query";

/** If more orders match, only the newest are searched for visits. */
const maxOrders = 1000;

const fewestLetters = 2;

/**
 * Finds visits, patients and orders, conversations, therapists and pages that the caller may see. Logs the orders
 * and conversations shown in the audit log.
 * @param zone IANA zone for words like "tomorrow"
 * @returns the groups that have results; null if the text is too short
 */
export async function findEverything(
  app: App,
  who: Staff,
  typed: string,
  zone: string,
): Promise<ResultGroup[] | null> {
  if (Array.from(typed).length < fewestLetters) return null;
  const now = app.clock.now();
  const query = searchQueryOf(typed, localDate(now, zone));
  const therapists = await findTherapists(app.reads, who, query);
  const orders = await findPatientOrders(app.reads, who, query);
  const visits = await findVisits(app.reads, who, {
    query,
    orders,
    therapists: therapists.map(({ id }) => id),
    now,
  });
  const isFound = query.dates && query.text && visits.results.length > 0;
  const shown = isFound ? [] : orders.slice(0, resultsPerGroup);
  const conversations = await findConversations(app, who, query);
  await logShown(app, who, {
    orders: [...new Set([...visits.orders, ...shown])],
    threads: conversations.map(({ thread: conversation }) => conversation.id),
  });
  const all = (path: string, name: string, label: string) =>
    isSupervisor(who) ? { href: `${path}?${new URLSearchParams({ [name]: typed })}`, label } : null;
  const groups: ResultGroup[] = [
    { name: "Visits", results: visits.results, all: all("/appointments", "search", "Search Appointments") },
    { name: "Patients and orders", results: await describePatients(app.reads, who, shown), all: null },
    {
      name: "Conversations",
      results: conversations.map(conversationResult),
      all: all("/messages", "q", "Search 2-Way Messaging"),
    },
    {
      name: "Therapists",
      results: therapists.slice(0, resultsPerGroup).map(therapistResult),
      all: all("/users", "search", "Search Users"),
    },
    { name: "Pages", results: findPages(who, typed).slice(0, resultsPerGroup), all: null },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

async function logShown(
  app: App,
  who: Staff,
  details: { orders: number[]; threads: number[] },
): Promise<void> {
  if (details.orders.length + details.threads.length === 0) return;
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who }, "search.shown", null, details));
}

function conditionsOf({ text, terms, isDate }: SearchQuery): OrderCondition[] {
  if (isDate) {
    return terms.birthDates.length === 0 ? [] : [sql`orders.dob in (${sql.join(terms.birthDates)})`];
  }
  const isNumber = /^\S*\d\S*$/.test(text) && text.length >= 3;
  return [...orderMatches(text, terms), ...(isNumber ? [hasNumber(text)] : [])];
}

/** Finds the IDs of matching orders that the caller may see. Exact number matches come first. */
async function findPatientOrders(db: Db, who: Staff, query: SearchQuery): Promise<number[]> {
  if (!isSupervisor(who) && who.therapistId === null) return [];
  const found = await Promise.all(
    conditionsOf(query).map((condition) =>
      visibleOrders(db, who)
        .select("orders.id")
        .where(condition)
        .orderBy("orders.id", "desc")
        .limit(maxOrders)
        .execute(),
    ),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}
