import type { App } from "~/boot/app.server";
import { hour, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { Endpoint } from "../endpoints.server";

/** Longer than an attempt, so that another process continues only what a killed process left. */
export const leaseLength = 30 * second;

/** Between two attempts. */
export const longestPause = 6 * hour;

// Limited for each endpoint, so that a hanging endpoint delays only its own events.
const mostInFlight = 4;

export interface Claim {
  delivery: Row<"webhook_deliveries">;
  endpoint: Endpoint;
  /** An earlier attempt may have arrived even though its response was lost. */
  isRepeat: boolean;
}

/** Endpoints that are on and have a delivery that is due. */
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

/** @param inFlight this process's running attempts by endpoint */
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

/** A later due time means that the clock was set back. */
export async function correctDueTimes({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("webhook_deliveries")
    .set({ due_at: now })
    .where("due_at", ">", now + longestPause)
    .execute();
}

/** Releases deliveries that an earlier process on this data folder had claimed. Requires the server lock. */
export async function releaseWebhookLeases({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ due_at: clock.now() })
    .where("status", "=", "sending")
    .execute();
}
