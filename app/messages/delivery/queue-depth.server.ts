import { sql } from "kysely";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";
import { dueAt } from "./claim-due.server";

export interface OutboxDepth {
  queued: number;
  due: number;
  held: number;
  failed: number;
  oldestSeconds: number;
}

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
