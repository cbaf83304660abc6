import { type RawBuilder, sql } from "kysely";
import { foldText } from "~/core/fold-text";
import { visitDatesIn } from "~/core/search/dates-in-search";
import { phrase, searchTermsOf } from "~/core/search/search-terms";
import { formatDay } from "~/core/time";
import { shownStatus } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { hasPhone } from "~/orders/search/order-matches.server";
import { listDistinctValues } from "../filter-choices.server";
import { isIndexed, matchesText } from "../text-search.server";
import { listOtherKinds, whereOfDefaultKind, whereOfKinds } from "./other-kinds.server";
import { isPartOfTime, startingAt } from "./search-start-time.server";

/** Up to this many orders are looked up one by one. */
const fewOrders = 2000;

type Condition = RawBuilder<unknown>;

/** Binds the list as one value, because it can have hundreds of items. Returns no condition for an empty list. */
const among = (column: string, values: readonly (string | number)[]): Condition[] =>
  values.length === 0
    ? []
    : [sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`];

/**
 * Finds the text, ignoring case, in the sales order, patient, therapist, date, start time, database, company,
 * status, and type. Also finds phone numbers and dates in any common format. Searches short lists, such as
 * therapists, before it reads visits.
 */
export async function searchFor(db: Db, typed: string, today?: string) {
  const part = foldText(typed);
  const hasTerm = (text: string) => foldText(text).includes(part);
  const statuses = (await listDistinctValues(db, "status")).filter(
    (status) => hasTerm(status) || hasTerm(shownStatus(status)),
  );
  const types = (await listDistinctValues(db, "visit_type")).filter(hasTerm);
  const others = await listOtherKinds(db);
  const kinds = others.filter(({ name }) => hasTerm(name));
  const asked = today ? visitDatesIn(typed, today) : null;
  const askedDates = new Set(asked?.rest === "" ? asked.dates : []);
  const dates = (await listDistinctValues(db, "local_date")).filter(
    (date) => hasTerm(date) || hasTerm(shownDate(date)) || askedDates.has(date),
  );
  const therapists = (await db.selectFrom("therapists").select(["id", "name"]).execute())
    .filter((row) => hasTerm(row.name))
    .map((row) => row.id);
  const databases = await db
    .selectFrom("databases")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select(["databases.name", "companies.name as company"])
    .execute();
  const orders = await findOrders(db, typed);
  const many = orders.length > fewOrders;

  const indexed = [
    among("visits.status", statuses),
    among("visits.visit_type", types).map((ofType) =>
      others.length === 0 ? ofType : sql`(${ofType} and ${whereOfDefaultKind(others)})`,
    ),
    kinds.length > 0 ? [whereOfKinds(kinds)] : [],
    among("visits.local_date", dates),
    among("visits.therapist_id", therapists),
    among("visits.order_id", many ? [] : orders),
  ].flat();
  const names = databases.filter((row) => hasTerm(row.name) || hasTerm(row.company)).map((row) => row.name);
  const inDatabase = among("visits.brightree_db", names);
  const inOrder = many
    ? [matchesText(typed, ["orders.sales_order_no", "orders.patient_id", "orders.patient_name"])]
    : [];
  const times = isPartOfTime(typed) ? await startingAt(db, typed) : null;
  return {
    condition: anyOf([...indexed, ...inDatabase, ...inOrder, ...(times ? [times.condition] : [])]),
    /** Matches the same visits, or a few more, using only indexed columns. Null if that isn't possible. */
    ofVisits: many || names.length > 0 ? null : anyOf([...indexed, ...(times ? [times.ofVisits] : [])]),
  };
}

const anyOf = (conditions: Condition[]) =>
  conditions.length === 0 ? sql`0` : sql`(${sql.join(conditions, sql` or `)})`;

const shownDate = (date: string) => formatDay(Date.parse(`${date}T12:00:00Z`), "UTC");

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
