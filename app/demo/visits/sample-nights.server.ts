import type { AppTx } from "~/boot/app.server";
import { addDays, day, localDate } from "~/core/time";
import { operator } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import { likelyZone } from "~/core/zones/state-zones";
import { follow, requireFirstNights } from "~/nights/first-nights.server";
import { defaultPlan } from "~/nights/plan";
import { saveNights } from "~/nights/save-nights.server";
import { companies } from "../people/places";
import type { Random } from "../random.server";

const mostPatients = 20;

/** Minutes of use in the night with this index; null without a value. */
type Habit = (random: Random, night: number) => number | null;

const habits: readonly Habit[] = [
  (random) => random.whole(300, 490),
  (random) => random.whole(180, 330),
  (random, night) => Math.max(0, 420 - 18 * night + random.whole(-40, 40)),
  (random) => random.whole(260, 450),
  (random, night) => (night < 6 ? random.whole(60, 200) : 0),
  () => null,
];

/**
 * The last company follows the first 90 nights of its patients. Most sleep with the device, some less each week, and from
 * one in six there are no nights yet.
 */
export async function insertNights(tx: AppTx, random: Random, by: string): Promise<void> {
  const company = companies.at(-1);
  if (!company) return;
  const { trx, app } = tx;
  const now = app.clock.now();
  await trx.updateTable("companies").set({ first_nights: 1 }).where("id", "=", company.id).execute();
  await trx
    .insertInto("plan_items")
    .values(defaultPlan.map((item) => ({ company_id: company.id, ...item })))
    .execute();
  const visits = await trx
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select(["visits.id", "visits.order_id", "visits.start_at", "visits.patient_zone", "orders.state"])
    .where("visits.brightree_db", "=", company.database)
    .where("visits.status", "=", "completed")
    .where("visits.start_at", ">", now - 60 * day)
    .orderBy("visits.start_at", "desc")
    .limit(mostPatients)
    .execute();
  for (const [index, visit] of visits.entries()) {
    const zone = visit.patient_zone ?? likelyZone(visit.state, staffZone);
    await follow(tx, { ...visit, patient_zone: zone });
    const followed = await requireFirstNights(trx, visit.order_id);
    const yesterday = addDays(localDate(now, zone), -1);
    const nights = [];
    for (let date = followed.started_on, night = 0; date <= yesterday; date = addDays(date, 1), night++) {
      const minutes = habits[index % habits.length]?.(random, night) ?? null;
      if (minutes !== null) nights.push({ date, minutes });
    }
    await saveNights({ ...tx, who: operator }, followed, { source: "file", by, nights });
  }
}
