import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { pauseAfter } from "~/core/backoff.server";
import { day, hour, minute, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { Endpoint } from "../endpoints.server";
import { queueFirstOfSubject } from "../queue-event.server";
import { type AttemptResult, sendEvent } from "./sign-and-send-event.server";

const gone = 410;

/** Counted from the first attempt. */
const retriedFor = 3 * day;

/** Longer than any attempt, so that another process takes over a delivery only if its process was killed. */
export const leaseLength = 30 * second;

/** The longest time between two attempts. */
export const maxPause = 6 * hour;

// Limited per endpoint, so that a slow endpoint delays only its own events.
const mostInFlight = 4;

/** Finds endpoints that are on and have a delivery due. */
const dueEndpoints = (db: Db, now: number) =>
  db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("off_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("webhook_deliveries")
          .select("webhook_deliveries.id")
          .whereRef("webhook_deliveries.endpoint_id", "=", "webhook_endpoints.id")
          .where("webhook_deliveries.due_at", "<=", now),
      ),
    );

const hasRoom = (inFlight: ReadonlyMap<number, number>, endpoint: Endpoint) =>
  (inFlight.get(endpoint.id) ?? 0) < mostInFlight;

/** On shutdown, running attempts get this much time before they are canceled. */
const stopWithin = 3 * second;

/** Writes a delivery's note to the order system of the endpoint's database. */
export type WriteNote = (app: App, claim: Claim, stop?: AbortSignal) => Promise<AttemptResult>;

/** Sends due deliveries. Checks for more every second and after each attempt. @returns a function that stops it */
export function startWebhooks(app: App, writeNote: WriteNote, lookEvery = second): () => Promise<void> {
  const owner = randomUUID();
  const cut = new AbortController();
  const running = new Map<Claim, Promise<void>>();
  let stopped = false;
  let lookAgain = false;
  let lastLook = Number.POSITIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const logError = (error: unknown) => app.log.error({ err: error }, "webhooks");

  const inFlight = () => {
    const counts = new Map<number, number>();
    for (const { endpoint } of running.keys()) counts.set(endpoint.id, (counts.get(endpoint.id) ?? 0) + 1);
    return counts;
  };

  async function look(): Promise<void> {
    const now = app.clock.now();
    if (now < lastLook - minute) await correctDueTimes(app);
    lastLook = now;
    while (lookAgain && !stopped) {
      lookAgain = false;
      for (const claim of await claimDue(app, owner, inFlight())) {
        const attempt = attemptDelivery(app, claim, writeNote, cut.signal)
          .catch(logError)
          .finally(() => {
            running.delete(claim);
            wake();
          });
        running.set(claim, attempt);
      }
    }
  }

  function wake(): void {
    lookAgain = true;
    if (stopped || looking) return;
    looking = look()
      .catch(logError)
      .finally(() => {
        looking = undefined;
      });
  }

  const timer = setInterval(wake, lookEvery);
  wake();

  return async () => {
    stopped = true;
    clearInterval(timer);
    await looking;
    const cutOff = setTimeout(() => cut.abort(), stopWithin);
    await Promise.all(running.values());
    clearTimeout(cutOff);
    cut.abort();
  };
}

export async function attemptDelivery(
  app: App,
  claim: Claim,
  writeNote: WriteNote,
  stop?: AbortSignal,
): Promise<void> {
  const { delivery, endpoint } = claim;
  const isNote = endpoint.database_name !== null;
  const sent = { messageId: delivery.message_id, payload: delivery.payload };
  const result = await (isNote ? writeNote(app, claim, stop) : sendEvent(app, endpoint, sent, stop));
  const isCut = result.error !== null && result.status === null && stop?.aborted;
  if (isCut) return releaseClaim(app, delivery);
  return retryForThreeDays(app, delivery, result, isNote ? "note" : "webhook");
}

export interface Claim {
  delivery: Row<"webhook_deliveries">;
  endpoint: Endpoint;
  /** True after an earlier attempt, which may have arrived even if its response was lost. */
  isRepeat: boolean;
}

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

type Delivery = Row<"webhook_deliveries">;

/** Schedules the next attempt for an event. After three days, the event fails and the next event is sent. */
function retryForThreeDays(
  app: App,
  delivery: Delivery,
  result: AttemptResult,
  channel: "webhook" | "note" = "webhook",
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const { status: http_status, error } = result;
    const retryAt = error === null ? null : nextTry(now, delivery, result);
    const status = error === null ? "delivered" : retryAt === null ? "failed" : "queued";
    const isOwn = await updateClaimed(trx, delivery, {
      http_status,
      error,
      last_tried_at: now,
      lease_owner: null,
      status,
      due_at: retryAt,
      finished_at: retryAt === null ? now : null,
    });
    if (!isOwn) return;
    const counted = status === "queued" ? "retried" : status;
    app.metrics.deliveries.inc({ channel, kind: delivery.type, outcome: counted });
    if (http_status === gone) await switchOff(trx, delivery.endpoint_id, now);
    if (retryAt === null) await queueFirstOfSubject(trx, now, delivery.endpoint_id, delivery.subject);
  });
}

/** Null after three days. */
function nextTry(now: number, delivery: Delivery, { retryAfter, isFinal }: AttemptResult): number | null {
  if (isFinal) return null;
  const wanted = Math.min(retryAfter * second, maxPause);
  const at = now + Math.max(pauseAfter(delivery.attempts, maxPause), wanted);
  return at > (delivery.first_tried_at ?? now) + retriedFor ? null : at;
}

/** Releases a delivery if the server stops during the attempt, so that it is repeated after the restart. */
async function releaseClaim(app: App, delivery: Delivery): Promise<void> {
  await updateClaimed(app.db, delivery, {
    status: "queued",
    due_at: app.clock.now(),
    lease_owner: null,
    attempts: delivery.attempts - 1,
  });
}

/** False if the lease expired and another process has claimed the delivery. */
async function updateClaimed(db: Db, claimed: Delivery, values: Partial<Delivery>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set(values)
    .where("id", "=", claimed.id)
    .where("status", "=", "sending")
    .where("lease_owner", "=", claimed.lease_owner)
    .where("attempts", "=", claimed.attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function switchOff(trx: Db, endpointId: number, now: number): Promise<void> {
  await trx
    .updateTable("webhook_endpoints")
    .set({ off_at: now })
    .where("id", "=", endpointId)
    .where("off_at", "is", null)
    .execute();
}
