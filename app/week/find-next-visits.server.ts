import { hour } from "~/core/time";
import { longestVisit } from "~/core/visit-length";
import type { Db } from "~/db/open.server";
import { mayRunLate } from "~/visits/late/may-run-late";
import type { Visit } from "~/visits/visit";
import { listVisits } from "~/visits/visits.server";

export interface NextVisit extends Visit {
  phone: string | null;
}

/** Lists the therapist's confirmed visits that are in progress or start within an hour. */
export async function findNextVisits(db: Db, therapistId: number, now: number): Promise<NextVisit[]> {
  const span = { from: now - longestVisit, to: now + hour + 1 };
  const visits = (await listVisits(db, { therapistId, statuses: ["confirmed"], ...span })).filter((visit) =>
    mayRunLate(visit, now),
  );
  if (visits.length === 0) return [];
  const orders = await db
    .selectFrom("orders")
    .select(["id", "phone"])
    .where(
      "id",
      "in",
      visits.map(({ order_id }) => order_id),
    )
    .execute();
  const phoneOf = new Map(orders.map(({ id, phone }) => [id, phone]));
  return visits.map((visit) => ({ ...visit, phone: phoneOf.get(visit.order_id) ?? null }));
}
