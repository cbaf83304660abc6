import { sql } from "kysely";
import { bookingWindow } from "~/availability/booking-window";
import { whereLeads } from "~/availability/open-slots-query.server";
import { partOfDay } from "~/availability/part-of-day";
import type { App } from "~/boot/app.server";
import { addDays, day, localDate, weekdayOf } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { kindsToOffer, listOfferedKinds } from "../offered-kinds.server";

type Wish = Pick<Row<"waits">, "id" | "order_id" | "parts" | "weekdays" | "kinds" | "zone" | "until_at">;

/**
 * Finds the waits that nothing can match: no slot or class before the last day, booked or not, is at a part of the day
 * and on a weekday that the patient named, and for a kind of visit that they want. A booked one may be freed, but a time
 * that no therapist ever offers can't be.
 * @returns IDs of waits
 */
export async function findUnmatched(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  waits: readonly Wish[],
): Promise<Set<number>> {
  if (waits.length === 0) return new Set();
  const { from, to } = bookingWindow(config, clock.now());
  const kindsOfOrder = await listKindsOfOrders(db, waits);
  let left = waits.map(({ parts, weekdays, ...wait }) => ({
    ...wait,
    kinds: kindsOfOrder(wait),
    parts: JSON.parse(parts) as string[],
    weekdays: JSON.parse(weekdays) as number[],
  }));
  const until = Math.min(to, Math.max(...waits.map(({ until_at }) => until_at)));
  // Dates are the therapists', which can differ by a day from UTC. Most waits match within a few days.
  const lastDate = addDays(localDate(until, "UTC"), 1);
  for (let date = addDays(localDate(from, "UTC"), -1); date <= lastDate && left.length > 0; ) {
    const rows = await db
      .selectFrom("slots")
      .select("start_at")
      .distinct()
      .where("local_date", "=", date)
      .where("start_at", ">=", from)
      .where("start_at", "<", until)
      .execute();
    const ofKinds = await listTimesOfKinds(db, {
      kinds: new Set(
        left.flatMap(({ kinds }) => kinds.filter(({ isUsual }) => !isUsual).map(({ id }) => id)),
      ),
      from: Math.max(from, Date.parse(date)),
      to: Math.min(until, Date.parse(date) + day),
    });
    left = left.filter(({ zone, until_at, parts, weekdays, kinds }) => {
      const times = kinds.flatMap((kind) =>
        kind.isUsual
          ? rows
          : ofKinds.filter(({ kindId, areas }) => kindId === kind.id && isInArea(areas, kind.zip)),
      );
      return !times.some(
        ({ start_at }) =>
          start_at < until_at &&
          parts.includes(partOfDay(start_at, zone)) &&
          weekdays.includes(weekdayOf(localDate(start_at, zone)) || 7),
      );
    });
    await yieldToEventLoop();
    date = addDays(date, 1);
  }
  return new Set(left.map(({ id }) => id));
}

async function listKindsOfOrders(db: Db, waits: readonly Wish[]) {
  const orders = await db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .select(["orders.id", "orders.zip", "databases.company_id as companyId"])
    .where(
      "orders.id",
      "in",
      waits.map(({ order_id }) => order_id),
    )
    .execute();
  const kinds = await listOfferedKinds(db, new Set(orders.flatMap(({ companyId }) => companyId ?? [])));
  const byId = new Map(orders.map((order) => [order.id, order]));
  return ({ order_id, kinds: wanted }: Pick<Wish, "order_id" | "kinds">) => {
    const { companyId = null, zip = null } = byId.get(order_id) ?? {};
    if (companyId === null) return [];
    const patient = { companyId, zip, visitKind: null, hasVisit: false };
    return kindsToOffer(kinds, patient, wanted === null ? null : JSON.parse(wanted));
  };
}

interface TimeOfKind {
  kindId: number;
  start_at: number;
  /** JSON list of the ZIP prefixes to which the therapist travels, for a visit at home. */
  areas: string | null;
}

/** The slots of the therapists who may lead a kind of visit, and the classes, whether they are booked or not. */
async function listTimesOfKinds(
  db: Db,
  { kinds, from, to }: { kinds: ReadonlySet<number>; from: number; to: number },
): Promise<TimeOfKind[]> {
  if (kinds.size === 0) return [];
  const ids = sql.join([...kinds]);
  const { rows } = await sql<TimeOfKind>`
    select distinct kind.id as "kindId", slots.start_at, iif(kind.mode = 'home', owner.zip_prefixes, null) as areas
    from visit_kinds as kind
      cross join therapists as owner on owner.company_id = kind.company_id
      cross join slots on slots.therapist_id = owner.id
    where kind.id in (${ids}) and kind.mode <> 'class' and slots.start_at >= ${from} and slots.start_at < ${to}
      and (slots.kinds is null or exists (select 1 from json_each(slots.kinds) where json_each.value = kind.id))
      and ${whereLeads("owner.id")}
    union
    select kind_id, start_at, null from classes
    where kind_id in (${ids}) and status = 'scheduled' and start_at >= ${from} and start_at < ${to}`.execute(
    db,
  );
  return rows;
}

const isInArea = (areas: string | null, zip: string | null): boolean =>
  areas === null || (JSON.parse(areas) as string[]).some((area) => zip?.startsWith(area));
