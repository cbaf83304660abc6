import type { App } from "~/boot/app.server";
import { hour, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { Endpoint } from "../endpoints.server";

/** Longer than any attempt, so that another process takes over a delivery only if its process was killed. */
export const leaseLength = 30 * second;

/** The longest time between two attempts. */
export const maxPause = 6 * hour;

// Limited per endpoint, so that a slow endpoint delays only its own events.
const mostInFlight = 4;

export interface Claim {
  delivery: Row<"webhook_deliveries">;
  endpoint: Endpoint;
  /** True after an earlier attempt, which may have arrived even if its response was lost. */
  isRepeat: boolean;
}

/** Finds endpoints that are on and have a delivery due. */
const dueEndpoints = (db: Db, now: number) =>
  db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("off_at", "is", null)
    .where((of) =>
      of.exists(
        of
          .selectFrom("webhook_deliveries")
          .select("webhook_deliveries.id")
          .whereRef("webhook_deliveries.endpoint_id", "=", "webhook_endpoints.id")
          .where("webhook_deliveries.due_at", "<=", now),
      ),
    );

const hasRoom = (inFlight: ReadonlyMap<number, number>, endpoint: Endpoint) =>
  (inFlight.get(endpoint.id) ?? 0) < mostInFlight;

/** @param inFlight the number of attempts that this process is making, by endpoint */
export async function claimDue(
  app: Pick<App, "db" | "reads" | "clock">,
  owner: string,
  inFlight: ReadonlyMap<number, number> = new Map(),
): Promise<Claim[]> {
  const now = app.clock.now();
  const found = await dueEndpoints(app.reads, now).execute();
  if (!found.some((endpoint) => hasRoom(inFlight, endpoint))) return [];
  return app.db.transaction().execute(async (trx) => {
    const claims: Claim[] = [];
    for (const endpoint of await dueEndpoints(trx, now).execute()) {
      if (!hasRoom(inFlight, endpoint)) continue;
      const rows = await trx
        .selectFrom("webhook_deliveries")
        .selectAll()
        .where("endpoint_id", "=", endpoint.id)
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .orderBy("id")
        .limit(mostInFlight - (inFlight.get(endpoint.id) ?? 0))
        .execute();
      for (const row of rows) {
        const isRepeat = row.first_tried_at !== null || row.last_tried_at !== null;
        claims.push({ endpoint, isRepeat, delivery: await lease(trx, row, owner, now) });
      }
    }
    return claims;
  });
}

function lease(
  trx: Db,
  row: Row<"webhook_deliveries">,
  owner: string,
  now: number,
): Promise<Row<"webhook_deliveries">> {
  return trx
    .updateTable("webhook_deliveries")
    .set({
      status: "sending",
      lease_owner: owner,
      due_at: now + leaseLength,
      attempts: row.attempts + 1,
      first_tried_at: row.first_tried_at ?? now,
    })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Corrects due times that are too far ahead because the clock was set back. */
export async function correctDueTimes({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("webhook_deliveries")
    .set({ due_at: now })
    .where("due_at", ">", now + maxPause)
    .execute();
}

/** Releases deliveries that an earlier process claimed on this data folder. Requires the server lock. */
export async function releaseWebhookLeases({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ due_at: clock.now() })
    .where("status", "=", "sending")
    .execute();
}
