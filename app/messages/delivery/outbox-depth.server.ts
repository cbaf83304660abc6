import { sql } from "kysely";
import { Gauge } from "prom-client";
import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";
import { dueAt } from "./claim-due-messages.server";

export async function outboxDepth(db: Db, now: number) {
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

export function measureOutbox(app: App): void {
  const registers = [app.metrics.registry];
  const measure = () => outboxDepth(app.reads, app.clock.now());
  new Gauge({
    name: "firstnight_outbox_messages",
    help: "Unsent messages: queued, due (ready to send), held (waiting for consent or a decision by staff), failed.",
    labelNames: ["state"] as const,
    registers,
    async collect() {
      const depth = await measure();
      for (const state of ["queued", "due", "held", "failed"] as const) this.set({ state }, depth[state]);
    },
  });
  new Gauge({
    name: "firstnight_outbox_oldest_due_seconds",
    help: "Seconds since the oldest due message became due; 0 if no message is due.",
    registers,
    async collect() {
      this.set((await measure()).oldestSeconds);
    },
  });
}
