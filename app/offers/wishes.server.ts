import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findActiveVisit } from "~/visits/visits.server";
import { allParts, allWeekdays, type SaveWish, usualNotice, type Wish } from "./offer-schema";
import { offerStrings } from "./strings";

const noWish: Wish = {
  wanted: false,
  parts: [...allParts],
  weekdays: [...allWeekdays],
  notice_hours: usualNotice,
};

/** Null if the company doesn't offer earlier times. */
export async function findWish(db: Db, orderId: number): Promise<Wish | null> {
  return (await listWishes(db, [orderId])).get(orderId) ?? null;
}

/** The wishes of the orders whose company offers earlier times, by order. */
export async function listWishes(db: Db, orderIds: readonly number[]): Promise<Map<number, Wish>> {
  const rows = await ordersWithCompany(db)
    .leftJoin("earlier_wishes", "earlier_wishes.order_id", "orders.id")
    .select(["orders.id", "earlier_wishes.parts", "earlier_wishes.weekdays", "earlier_wishes.notice_hours"])
    // With 200 values in a list, SQLite would scan all orders.
    .where("orders.id", "in", sql<number>`(select value from json_each(${JSON.stringify(orderIds)}))`)
    .where("companies.offers_on", "=", 1)
    .execute();
  return new Map(
    rows.map(({ id, parts, weekdays, notice_hours }) => [
      id,
      parts === null || weekdays === null || notice_hours === null
        ? noWish
        : { wanted: true, parts: JSON.parse(parts), weekdays: JSON.parse(weekdays), notice_hours },
    ]),
  );
}

/** @throws Refusal "missing" without an active visit, or if the company doesn't offer earlier times */
export async function requireWish(db: Db, orderId: number): Promise<Wish> {
  const wish = (await findActiveVisit(db, orderId)) && (await findWish(db, orderId));
  if (!wish) throw new Refusal("missing", offerStrings.notPossible);
  return wish;
}

/** Saves or changes the wish for an earlier visit. @throws what `requireWish` throws */
export function saveWish(app: App, who: Who, orderId: number, input: SaveWish): Promise<Wish> {
  return app.db.transaction().execute(async (trx) => {
    await requireWish(trx, orderId);
    const wish = {
      parts: JSON.stringify(input.parts),
      weekdays: JSON.stringify(input.weekdays),
      notice_hours: input.notice_hours,
    };
    await trx
      .insertInto("earlier_wishes")
      .values({ order_id: orderId, ...wish, asked_at: app.clock.now() })
      .onConflict((conflict) => conflict.column("order_id").doUpdateSet(wish))
      .execute();
    await logAudit({ trx, app, who }, "order.earlier-wanted", `order ${orderId}`, { ...input });
    return { wanted: true, ...input };
  });
}

/** Deletes the wish and ends the open offer. Safe to repeat. */
export function removeWish(app: App, who: Who, orderId: number): Promise<Wish> {
  return app.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("earlier_wishes")
      .where("order_id", "=", orderId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return noWish;
    await trx
      .updateTable("offers")
      .set({ status: "withdrawn" })
      .where("order_id", "=", orderId)
      .where("visit_start", "is not", null)
      .where("status", "=", "open")
      .execute();
    await logAudit({ trx, app, who }, "order.earlier-not-wanted", `order ${orderId}`);
    return noWish;
  });
}
