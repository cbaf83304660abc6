import { sql } from "kysely";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visibleOrders } from "~/orders/order-system/visible-orders.server";
import { hasNumber, type OrderCondition, orderMatches } from "~/orders/search/order-matches.server";
import type { SearchQuery } from "./search-query";

/** If more orders match, only the newest are searched for visits. */
const maxOrders = 1000;

function conditionsOf({ text, terms, isDate }: SearchQuery): OrderCondition[] {
  if (isDate) {
    return terms.birthDates.length === 0 ? [] : [sql`orders.dob in (${sql.join(terms.birthDates)})`];
  }
  const isNumber = /^\S*\d\S*$/.test(text) && text.length >= 3;
  return [...orderMatches(text, terms), ...(isNumber ? [hasNumber(text)] : [])];
}

/** Finds the IDs of matching orders that the caller may see. Exact number matches come first. */
export async function findPatientOrders(db: Db, who: Staff, query: SearchQuery): Promise<number[]> {
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
