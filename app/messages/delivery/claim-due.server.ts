import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { day, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { messageStrings } from "../strings";
import { dropNoLongerNeeded } from "./no-longer-needed.server";

/** For so long a row belongs to the process that took it, which renews it while an attempt lasts. */
export const leaseLength = 60 * second;

// What a killed process had handed over may need a moment to show up at the provider.
const settling = 5 * second;

// Due: its time has come, or whoever took it is gone. Who is behind another one to the same recipient waits
// for that; the lines are kept by triggers of the database (migration 0021).
export const dueAt = sql<number>`iif(status = 'sending', lease_until, not_before)`;

/** Each has places of its own, so that a provider that does not answer takes up its own alone. */
export const channels = ["sms", "email"] as const;
type Channel = (typeof channels)[number];

const due = (db: Db, now: number, channel: Channel, kind?: string) =>
  db
    .selectFrom("outbox")
    .where(sql<boolean>`status in ('queued', 'sending')`)
    .where("channel", "=", channel)
    .where("behind", "=", 0)
    .where(dueAt, "<=", now)
    .$if(kind !== undefined, (rows) => rows.where("kind", "=", kind ?? ""));

/** Is there anything to do? Cheap: one partial index, no lock. */
export async function isAnythingDue(reads: Db, now: number): Promise<boolean> {
  for (const channel of channels) {
    const row = await due(reads, now, channel).select("id").limit(1).executeTakeFirst();
    if (row) return true;
  }
  return false;
}

interface Claimed {
  channel: Channel;
  kind?: string;
  /** What the process has on its way, by id. */
  onTheWay?: ReadonlyMap<number, unknown>;
}

/**
 * Takes rows of a channel that are due, for one process and one lease; what it has on its way itself is its own,
 * whatever the clock says of the lease. What must no longer be sent is dropped here: to a number that said STOP
 * meanwhile, or about a visit that changed.
 */
export function claimDue(
  app: Pick<App, "db" | "clock" | "metrics" | "delivery">,
  owner: string,
  most: number,
  { channel, kind, onTheWay = new Map() }: Claimed,
): Promise<Row<"outbox">[]> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const taken: Row<"outbox">[] = [];
    const found = await due(trx, now, channel, kind)
      .selectAll()
      .orderBy(dueAt)
      .orderBy("id")
      .limit(most + onTheWay.size)
      .execute();
    for (const row of found.filter(({ id }) => !onTheWay.has(id)).slice(0, most)) {
      // The provider may have it already: then it is asked first (hand-over.server.ts).
      const inDoubt = row.status === "sending" || row.in_doubt;
      if (!inDoubt && (await dropNoLongerNeeded(trx, app, row))) continue;
      if (row.channel === "email" && row.status === "sending" && row.in_doubt) {
        await setAside(trx, app, row);
        continue;
      }
      taken.push(await take(trx, row, owner, now));
    }
    return taken;
  });
}

/** A mail server can't be asked: after two attempts of unknown result only a person sends an e-mail again. */
async function setAside(
  trx: Db,
  { clock, metrics }: Pick<App, "clock" | "metrics">,
  row: Row<"outbox">,
): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({
      status: "failed",
      error: messageStrings.mailTwice,
      finished_at: clock.now(),
      lease_owner: null,
      lease_until: null,
    })
    .where("id", "=", row.id)
    .execute();
  metrics.deliveries.inc({ channel: row.channel, kind: row.kind, outcome: "failed" });
}

function take(trx: Db, row: Row<"outbox">, owner: string, now: number): Promise<Row<"outbox">> {
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
 * Brings nearer what a clock that ran ahead has put off: no pause and no night is longer than a day. What keeps
 * to the hours of the day keeps its hour.
 */
export async function bringNearer({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("outbox")
    .set({
      // Values are bound as fractions: whole days need the cast.
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

/**
 * Gives back what an earlier process of this data folder had taken and never finished. Only for the holder
 * of the server lock: nobody else is sending then.
 */
export async function freeLeases({ db, clock }: Pick<App, "db" | "clock">): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ lease_until: clock.now() + settling })
    .where("status", "=", "sending")
    .execute();
}
