import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { zoneOf } from "~/core/time";
import type { Patient } from "~/core/who";
import { zonesOfState } from "~/core/zones/state-zones";
import { strings } from "../strings";

/**
 * Stores where the patient will be for visits.
 * @param zone the chosen IANA zone
 * @param browserZone the IANA zone of the patient's phone; null if unknown
 * @throws Refusal "invalid" for a zone that doesn't exist
 */
export async function chooseZone(
  app: App,
  who: Patient,
  { zone: typed, browserZone }: { zone: string; browserZone: string | null },
): Promise<void> {
  const zone = zoneOf(typed);
  if (!zone) throw new Refusal("invalid", strings.zoneUnknown);
  await app.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom("orders")
      .select(["state", "visit_zone", "other_zone"])
      .where("id", "=", who.orderId)
      .executeTakeFirstOrThrow();
    const known = [browserZone, zonesOfState(order.state)[0], order.visit_zone, order.other_zone];
    const other_zone = known.find((each) => each && each !== zone) ?? null;
    await trx
      .updateTable("orders")
      .set({ visit_zone: zone, other_zone })
      .where("id", "=", who.orderId)
      .execute();
    await logAudit({ trx, app, who }, "order.zone-chosen", `order ${who.orderId}`);
  });
}
