import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { pauseAfter } from "~/core/backoff.server";
import { day, hour, minute, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import {
  type Delivery,
  type DeliveryQueue,
  deliveryQueues,
  queueFirstOfSubject,
  type RecipientKey,
} from "./delivery-queue.server";

/** Longer than any attempt, so that another process takes over a delivery only if its process was killed. */
export const leaseLength = 30 * second;

// Limited per recipient, so that a slow one delays only its own deliveries.
const mostInFlight = 4;

export interface DeliveryChannel<Recipient> {
  name: "webhook" | "note";
  queue: DeliveryQueue;
  keyOf(recipient: Recipient): RecipientKey;
  /** Lists recipients that are on and have a delivery due. */
  listDue(db: Db, now: number): Promise<Recipient[]>;
  /** Never throws. */
  attempt(app: App, claim: Claim<Recipient>, stop?: AbortSignal): Promise<AttemptResult>;
  /** Records what only this channel has, in the transaction that records the result. */
  afterAttempt?(trx: Db, claim: Claim<Recipient>, result: AttemptResult, now: number): Promise<void>;
}

export interface Claim<Recipient> {
  recipient: Recipient;
  delivery: Delivery;
  /** True after an earlier attempt, which may have arrived even if its response was lost. */
  isRepeat: boolean;
}

/** If there is no error, the recipient got the delivery. */
export interface AttemptResult {
  /** The HTTP status. Null if there was no response, and for notes. */
  status: number | null;
  milliseconds: number;
  error: string | null;
  /** How many seconds the recipient asked us to wait. */
  retryAfter: number;
  /** True if a retry can't help until someone fixes the cause. */
  isFinal?: boolean;
}

type InFlight = ReadonlyMap<RecipientKey, number>;

/** On shutdown, running attempts get this much time before they are canceled. */
const stopWithin = 3 * second;

/** Sends due deliveries. Checks for more every second and after each attempt. @returns a function that stops it */
export function startDeliveries<Recipient>(
  app: App,
  channel: DeliveryChannel<Recipient>,
  lookEvery = second,
): () => Promise<void> {
  const owner = randomUUID();
  const cut = new AbortController();
  const running = new Map<Claim<Recipient>, Promise<void>>();
  let stopped = false;
  let lookAgain = false;
  let lastLook = Number.POSITIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const logError = (error: unknown) => app.log.error({ err: error }, `${channel.name}s`);

  const inFlight = () => {
    const counts = new Map<RecipientKey, number>();
    for (const { recipient } of running.keys()) {
      const key = channel.keyOf(recipient);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };

  async function look(): Promise<void> {
    const now = app.clock.now();
    if (now < lastLook - minute) await correctDueTimes(app, channel.queue);
    lastLook = now;
    while (lookAgain && !stopped) {
      lookAgain = false;
      for (const claim of await claimDue(app, channel, owner, inFlight())) {
        const attempt = attemptDelivery(app, channel, claim, cut.signal)
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

export async function attemptDelivery<Recipient>(
  app: App,
  channel: DeliveryChannel<Recipient>,
  claim: Claim<Recipient>,
  stop?: AbortSignal,
): Promise<void> {
  const result = await channel.attempt(app, claim, stop);
  const isCut = result.error !== null && result.status === null && stop?.aborted;
  if (isCut) return releaseClaim(app, channel.queue, claim.delivery);
  return retryForThreeDays(app, channel, claim, result);
}

/** @param inFlight the number of attempts that this process is making, by recipient */
export async function claimDue<Recipient>(
  app: Pick<App, "db" | "reads" | "clock">,
  { queue, keyOf, listDue }: DeliveryChannel<Recipient>,
  owner: string,
  inFlight: InFlight = new Map(),
): Promise<Claim<Recipient>[]> {
  const now = app.clock.now();
  const roomOf = (recipient: Recipient) => mostInFlight - (inFlight.get(keyOf(recipient)) ?? 0);
  const found = await listDue(app.reads, now);
  if (!found.some((recipient) => roomOf(recipient) > 0)) return [];
  return app.db.transaction().execute(async (trx) => {
    const claims: Claim<Recipient>[] = [];
    for (const recipient of await listDue(trx, now)) {
      if (roomOf(recipient) <= 0) continue;
      const rows = await trx
        .selectFrom(queue.table)
        .select(["id", "attempts", "first_tried_at", "last_tried_at"])
        .where(queue.recipient, "=", keyOf(recipient))
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .orderBy("id")
        .limit(roomOf(recipient))
        .execute();
      for (const row of rows) {
        const isRepeat = row.first_tried_at !== null || row.last_tried_at !== null;
        claims.push({ recipient, isRepeat, delivery: await lease(trx, queue, row, { owner, now }) });
      }
    }
    return claims;
  });
}

function lease(
  trx: Db,
  { table }: DeliveryQueue,
  row: Pick<Delivery, "id" | "attempts" | "first_tried_at">,
  { owner, now }: { owner: string; now: number },
): Promise<Delivery> {
  return trx
    .updateTable(table)
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
export async function correctDueTimes(
  { db, clock }: Pick<App, "db" | "clock">,
  { table }: DeliveryQueue,
): Promise<void> {
  const now = clock.now();
  await db
    .updateTable(table)
    .set({ due_at: now })
    .where("due_at", ">", now + maxPause)
    .execute();
}

/** Releases deliveries that an earlier process claimed on this data folder. Requires the server lock. */
export async function releaseDeliveryLeases({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  for (const { table } of deliveryQueues) {
    await db.updateTable(table).set({ due_at: clock.now() }).where("status", "=", "sending").execute();
  }
}

/** Schedules the next attempt. After three days, the delivery fails and the subject's next one is sent. */
function retryForThreeDays<Recipient>(
  app: App,
  { name, queue, keyOf, afterAttempt }: DeliveryChannel<Recipient>,
  claim: Claim<Recipient>,
  result: AttemptResult,
): Promise<void> {
  const { delivery, recipient } = claim;
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const { error } = result;
    const retryAt = error === null ? null : nextTry(now, delivery, result);
    const status = error === null ? "delivered" : retryAt === null ? "failed" : "queued";
    const isOwn = await updateClaimed(trx, queue, delivery, {
      error,
      last_tried_at: now,
      lease_owner: null,
      status,
      due_at: retryAt,
      finished_at: retryAt === null ? now : null,
    });
    if (!isOwn) return;
    const counted = status === "queued" ? "retried" : status;
    app.metrics.deliveries.inc({ channel: name, kind: delivery.type, outcome: counted });
    await afterAttempt?.(trx, claim, result, now);
    if (retryAt === null) {
      await queueFirstOfSubject(trx, now, queue, { key: keyOf(recipient), subject: delivery.subject });
    }
  });
}

/** Releases a delivery if the server stops during the attempt, so that it is repeated after the restart. */
async function releaseClaim(app: App, queue: DeliveryQueue, delivery: Delivery): Promise<void> {
  await updateClaimed(app.db, queue, delivery, {
    status: "queued",
    due_at: app.clock.now(),
    lease_owner: null,
    attempts: delivery.attempts - 1,
  });
}

/** False if the lease expired and another process has claimed the delivery. */
async function updateClaimed(
  db: Db,
  { table }: DeliveryQueue,
  claimed: Delivery,
  values: Partial<Delivery>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set(values)
    .where("id", "=", claimed.id)
    .where("status", "=", "sending")
    .where("lease_owner", "=", claimed.lease_owner)
    .where("attempts", "=", claimed.attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counted from the first attempt. */
const retriedFor = 3 * day;

/** The longest time between two attempts. */
const maxPause = 6 * hour;

/**
 * When to try again, in milliseconds UTC. Null after three days, or if no retry can help.
 * @param result `retryAfter` is how many seconds the recipient asked us to wait
 */
function nextTry(
  now: number,
  delivery: Pick<Delivery, "attempts" | "first_tried_at">,
  result: { retryAfter: number; isFinal?: boolean },
): number | null {
  if (result.isFinal) return null;
  const wanted = Math.min(result.retryAfter * second, maxPause);
  const at = now + Math.max(pauseAfter(delivery.attempts, maxPause), wanted);
  return at > (delivery.first_tried_at ?? now) + retriedFor ? null : at;
}
