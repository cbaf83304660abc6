import { sql } from "kysely";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";
import { dueAt } from "./claim-due.server";

/** How much waits in the outbox, and for how long. */
export interface OutboxDepth {
  /** On its way or waiting for its time. */
  queued: number;
  /** Of these, due already. */
  due: number;
  /** Waiting for somebody's YES. */
  held: number;
  /** Set aside for an admin. */
  failed: number;
  /** Seconds since the oldest one that is due became so; 0 where none is. */
  oldestSeconds: number;
}

/** The outbox's depth and age, from its partial indexes alone. */
export async function outboxDepth(db: Db, now: number): Promise<OutboxDepth> {
  const waiting = await db
    .selectFrom("outbox")
    .where(sql<boolean>`status in ('queued', 'sending')`)
    .select((row) => [
      row.fn.countAll<number>().as("queued"),
      sql<number>`count(*) filter (where ${dueAt} <= ${now})`.as("due"),
      sql<number | null>`min(${dueAt})`.as("oldest"),
    ])
    .executeTakeFirstOrThrow();
  const count = async (status: "held" | "failed") => {
    const { rows } = await db
      .selectFrom("outbox")
      .where(sql<boolean>`status = ${sql.lit(status)}`)
      .select((row) => row.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    return rows;
  };
  return {
    queued: waiting.queued,
    due: waiting.due,
    held: await count("held"),
    failed: await count("failed"),
    oldestSeconds: waiting.oldest === null ? 0 : Math.max(0, (now - waiting.oldest) / second),
  };
}
