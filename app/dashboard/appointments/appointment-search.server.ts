import { type RawBuilder, sql } from "kysely";
import { visitDatesIn } from "~/core/search/dates-in-search";
import { phrase, searchTermsOf } from "~/core/search/search-terms";
import { formatDay } from "~/core/time";
import type { Db } from "~/db/open.server";
import { hasPhone } from "~/orders/search/order-matches.server";
import { listDistinctValues } from "../filter-choices.server";
import { isIndexed, matchesText } from "../text-search.server";
import { isPartOfTime, startingAt } from "./search-start-time.server";

/** Up to this many orders are looked up one by one. */
const fewOrders = 2000;

type Condition = RawBuilder<unknown>;

interface Search {
  condition: Condition;
  /** Matches the same visits or a few more, by indexed columns only; null if that isn't possible. */
  ofVisits: Condition | null;
}

/** One bound value, because there may be hundreds. */
const among = (column: string, values: readonly (string | number)[]) =>
  sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;

/**
 * Finds visits that contain the text (ignoring case) in their sales order, patient, therapist, date, start
 * time, database, company, status or type. Also finds phone numbers and dates in any format. Short lists,
 * such as therapists and statuses, are searched first, so that few visits are read.
 */
export async function searchFor(db: Db, typed: string, today?: string): Promise<Search> {
  const part = typed.toLowerCase();
  const holds = (text: string) => text.toLowerCase().includes(part);
  const statuses = (await listDistinctValues(db, "status")).filter(holds);
  const types = (await listDistinctValues(db, "visit_type")).filter(holds);
  const asked = today ? visitDatesIn(typed, today) : null;
  const askedDates = new Set(asked?.rest === "" ? asked.dates : []);
  const dates = (await listDistinctValues(db, "local_date")).filter(
    (date) => holds(date) || holds(dayInWords(date)) || askedDates.has(date),
  );
  const therapists = (await db.selectFrom("therapists").select(["id", "name"]).execute()).filter((row) =>
    holds(row.name),
  );
  const databases = await db
    .selectFrom("databases")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select(["databases.name", "companies.name as company"])
    .execute();
  const orders = await findOrders(db, typed);
  const many = orders.length > fewOrders;

  const words: Condition[] = [];
  if (statuses.length > 0) words.push(among("visits.status", statuses));
  if (types.length > 0) words.push(among("visits.visit_type", types));
  if (dates.length > 0) words.push(among("visits.local_date", dates));
  if (therapists.length > 0) {
    words.push(
      among(
        "visits.therapist_id",
        therapists.map((row) => row.id),
      ),
    );
  }
  if (orders.length > 0 && !many) words.push(among("visits.order_id", orders));
  const names = databases.filter((row) => holds(row.name) || holds(row.company)).map((row) => row.name);
  const inDatabase = names.length > 0 ? [among("visits.brightree_db", names)] : [];
  const inOrder = many
    ? [matchesText(typed, ["orders.sales_order_no", "orders.patient_id", "orders.patient_name"])]
    : [];
  const times = isPartOfTime(typed) ? await startingAt(db, typed) : null;
  return {
    condition: anyOf([...words, ...inDatabase, ...inOrder, ...(times ? [times.condition] : [])]),
    ofVisits: many || names.length > 0 ? null : anyOf([...words, ...(times ? [times.ofVisits] : [])]),
  };
}

const anyOf = (conditions: Condition[]) =>
  conditions.length === 0 ? sql`0` : sql`(${sql.join(conditions, sql` or `)})`;

const dayInWords = (date: string) => formatDay(Date.parse(`${date}T12:00:00Z`), "UTC");

async function findOrders(db: Db, typed: string): Promise<number[]> {
  const { digits } = searchTermsOf(typed);
  const query = isIndexed(typed)
    ? sql<{ id: number }>`
          select rowid as id from orders_fts where orders_fts match ${phrase(typed)}
          ${digits ? sql`union select id from orders where ${hasPhone(digits)}` : sql``}
          limit ${fewOrders + 1}`
    : sql<{ id: number }>`
          select id from orders
          where ${matchesText(typed, ["sales_order_no", "patient_id", "patient_name"])}
          limit ${fewOrders + 1}`;
  return (await query.execute(db)).rows.map((row) => row.id);
}
