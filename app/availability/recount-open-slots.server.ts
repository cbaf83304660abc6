import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";

const subject = "open-slots";

/**
 * Recomputes the open slots that triggers maintain, one therapist at a time, and corrects any that are wrong.
 * @returns how many were missing or wrong
 */
export async function recountOpenSlots(app: App): Promise<number> {
  const therapists = await app.reads.selectFrom("therapists").select("id").orderBy("id").execute();
  let wrong = 0;
  for (const { id } of therapists) {
    await yieldToEventLoop();
    if ((await countWrong(app.reads, id)) > 0) wrong += await correct(app, id);
  }
  return wrong;
}

async function countWrong(db: Db, therapistId: number): Promise<number> {
  const of = (table: string) => sql`select * from ${sql.table(table)} where therapist_id = ${therapistId}`;
  const { rows } = await sql<{ wrong: number }>`
    select (select count(*) from (${of("free_slots")} except ${of("open_slots")}))
      + (select count(*) from (${of("open_slots")} except ${of("free_slots")})) as wrong`.execute(db);
  return rows[0]?.wrong ?? 0;
}

const correct = (app: App, therapistId: number): Promise<number> =>
  app.db.transaction().execute(async (trx) => {
    const slots = await countWrong(trx, therapistId);
    if (slots === 0) return 0;
    await trx.deleteFrom("open_slots").where("therapist_id", "=", therapistId).execute();
    await sql`insert into open_slots select * from free_slots where therapist_id = ${therapistId}`.execute(
      trx,
    );
    const details = { therapist_id: therapistId, slots };
    await logAudit({ trx, app, who: operator }, "open-slots.corrected", subject, details);
    return slots;
  });

/** The time of the last correction in ms UTC; null if there was none. */
export async function lastCorrection(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("audit_log")
    .select("created_at")
    .where("subject", "=", subject)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
