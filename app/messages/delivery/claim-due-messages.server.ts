import { sql } from "kysely";
import type { App, AppTx } from "~/boot/app.server";
import { day, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { waitOnHold } from "../holds/number-holds.server";
import { rulesOf } from "../message-kinds";
import { noLease } from "../outbox-rows.server";
import { messageStrings } from "../staff-strings";
import { textTime } from "../text-time.server";
import { dropNoLongerNeeded } from "./drop-no-longer-needed.server";

export const leaseLength = 60 * second;

// A message from a killed process may take a moment to appear at the provider.
const settleTime = 5 * second;

export const dueAt = sql<number>`iif(status = 'sending', lease_until, not_before)`;

export const channels = ["sms", "email"] as const;
type Channel = (typeof channels)[number];

// Rows that are behind another row to the same recipient wait for it. The triggers `outbox_line_*` set `behind`.
const due = (db: Db, now: number, channel: Channel, kind?: string) =>
  db
    .selectFrom("outbox")
    .where(sql<boolean>`status in ('queued', 'sending')`)
    .where("channel", "=", channel)
    .where("behind", "=", 0)
    .where(dueAt, "<=", now)
    .$if(kind !== undefined, (rows) => rows.where("kind", "=", kind ?? ""));

export async function isAnythingDue(reads: Db, now: number): Promise<boolean> {
  const { any } = await reads
    .selectNoFrom((eb) =>
      eb.or(channels.map((channel) => eb.exists(due(reads, now, channel).select("id")))).as("any"),
    )
    .executeTakeFirstOrThrow();
  return Boolean(any);
}

interface Wanted {
  channel: Channel;
  /** The most rows to lease. */
  limit: number;
  kind?: string;
  /** Rows to skip, because this process is sending them. */
  inFlight?: ReadonlyMap<number, unknown>;
}

/**
 * Leases due messages to this owner, and drops those that must no longer be sent.
 * @param wanted called when the transaction begins, which may be long after this call
 */
export function claimDue(app: App, owner: string, wanted: () => readonly Wanted[]): Promise<Row<"outbox">[]> {
  return app.db.transaction().execute(async (trx) => {
    const claimed: Row<"outbox">[] = [];
    for (const part of wanted()) claimed.push(...(await claimPart({ trx, app }, owner, part)));
    return claimed;
  });
}

async function claimPart(
  { trx, app }: AppTx,
  owner: string,
  { channel, limit, kind, inFlight = new Map() }: Wanted,
): Promise<Row<"outbox">[]> {
  const now = app.clock.now();
  const claimed: Row<"outbox">[] = [];
  const found = await due(trx, now, channel, kind)
    .selectAll()
    .orderBy(dueAt)
    .orderBy("id")
    .limit(limit + inFlight.size)
    .execute();
  for (const row of found.filter(({ id }) => !inFlight.has(id)).slice(0, limit)) {
    // The provider may already have this message. attemptSend asks it first.
    const inDoubt = row.status === "sending" || row.in_doubt;
    if (!inDoubt && (await dropNoLongerNeeded({ trx, app }, row))) continue;
    if (!inDoubt && (await waitOnHold(trx, row))) continue;
    if (!inDoubt && (await waitInQuietHours({ trx, app }, row))) continue;
    if (row.channel === "email" && row.status === "sending" && row.in_doubt) {
      await setAside({ trx, app }, row);
      continue;
    }
    claimed.push(await lease(trx, row, owner, now));
  }
  return claimed;
}

/** Mail servers can't say whether an email arrived. After two unconfirmed attempts, only staff can resend it. */
async function setAside({ trx, app: { clock, metrics } }: AppTx, row: Row<"outbox">): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ ...noLease, status: "failed", error: messageStrings.mailTwice, finished_at: clock.now() })
    .where("id", "=", row.id)
    .execute();
  metrics.deliveries.inc({ channel: row.channel, kind: row.kind, outcome: "failed" });
}

function lease(trx: Db, row: Row<"outbox">, owner: string, now: number): Promise<Row<"outbox">> {
  return trx
    .updateTable("outbox")
    .set({
      status: "sending",
      lease_owner: owner,
      lease_until: now + leaseLength,
      attempts: row.attempts + 1,
      first_tried_at: row.first_tried_at ?? now,
      in_doubt: row.status === "sending" ? 1 : row.in_doubt,
    })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Corrects rows written while the clock was ahead: pauses and quiet hours never last longer than a day. Automated
 * messages keep their time of day.
 */
export async function correctFutureTimes({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("outbox")
    .set({
      // Values are bound as floats, so whole days need the cast.
      not_before: sql`iif(automated, not_before - cast((not_before - ${now}) / ${day} as integer) * ${day}, ${now})`,
    })
    .where(sql<boolean>`status in ('queued', 'sending')`)
    .where("status", "=", "queued")
    .where("not_before", ">", now + day)
    .execute();
  await db
    .updateTable("outbox")
    .set({ lease_until: now + leaseLength })
    .where(sql<boolean>`status in ('queued', 'sending')`)
    .where("status", "=", "sending")
    .where("lease_until", ">", now + leaseLength)
    .execute();
}

/** Releases rows leased by an earlier process. Call it only while holding the server lock of this data folder. */
export async function releaseLeases({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ lease_until: clock.now() + settleTime })
    .where("status", "=", "sending")
    .execute();
}

/**
 * Keeps a due automated text until quiet hours end if it was to be sent before they began: after an outage, a failed
 * attempt, or an earlier message that had to wait. Staff may send a text in quiet hours, so its own time is in them.
 */
async function waitInQuietHours({ trx, app }: AppTx, row: Row<"outbox">): Promise<boolean> {
  if (row.channel !== "sms" || !row.automated || rulesOf(row.kind).immediate) return false;
  const conversation = await trx
    .selectFrom("threads")
    .select(["phone", "patient_id", "brightree_db"])
    .where("phone", "=", row.recipient)
    .executeTakeFirst();
  if (!conversation) return false;
  const nextFrom = (at: number) => textTime(trx, app, conversation, { orderId: row.order_id, at });
  const planned = row.attempts > 0 ? (row.first_tried_at ?? row.not_before) : row.not_before;
  const now = app.clock.now();
  const next = await nextFrom(now);
  if (next <= now || (await nextFrom(planned)) > planned) return false;
  await trx.updateTable("outbox").set({ not_before: next }).where("id", "=", row.id).execute();
  return true;
}
