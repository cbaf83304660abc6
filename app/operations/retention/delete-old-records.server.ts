import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { day, hour } from "~/core/time";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";

interface DeletedRecords {
  messages: number;
  letters: number;
  /** Answers to questions before visits, with their photos. */
  answers: number;
  consents: number;
}

/** The audit log and consents are kept for six years even if messages are not. */
export const evidenceMonths = 72;

// Deletes in small transactions, so that other writers don't have to wait.
const batch = 300;

/** Keeps messages that gave or withdrew consent, and the entire audit log. */
export async function deleteOldRecords(app: App): Promise<DeletedRecords> {
  const { keepMessagesMonths: months } = app.config;
  const cleared: DeletedRecords = {
    consents: await clear(app, "consents", oldConsents(monthsAgo(app, evidenceMonths))),
    messages: 0,
    letters: 0,
    answers: 0,
  };
  if (months !== null) {
    const before = monthsAgo(app, months);
    cleared.messages = await clear(app, "messages", oldMessages(before), forgetDeliveries);
    cleared.letters = await clear(app, "outbox", oldLetters(before));
    cleared.answers = await clear(app, "visit_answers", oldAnswers(before));
    await app.db
      .updateTable("threads")
      .set({ last_body: null, last_dir: null })
      .where("last_msg_at", "<", before)
      .where("last_body", "is not", null)
      .where(sql<boolean>`not exists (select 1 from messages where thread_id = threads.id)`)
      .execute();
  }
  await app.db
    .transaction()
    .execute((trx) =>
      logAudit({ trx, app, who: operator }, "retention.done", "retention", { ...cleared, months }),
    );
  return cleared;
}

function monthsAgo({ clock }: Pick<App, "clock">, months: number): number {
  const now = new Date(clock.now());
  return now.setUTCMonth(now.getUTCMonth() - months);
}

const oldConsents = (before: number) => sql`
  select id from consents as old where created_at < ${before}
  and exists (select 1 from consents as later where later.phone = old.phone and later.id > old.id)
  order by id limit ${batch}`;

const oldMessages = (before: number) => sql`
  select id from messages
  where id < coalesce((select id from messages where created_at >= ${before} order by id limit 1), 9e15)
  and status not in ('held', 'queued')
  and not exists (select 1 from consents where message_id = messages.id)
  order by id limit ${batch}`;

const oldLetters = (before: number) => sql`
  select id from outbox
  where id < coalesce((select id from outbox where created_at >= ${before} order by id limit 1), 9e15)
  and message_id is null and status not in ('held', 'queued', 'sending')
  order by id limit ${batch}`;

const oldAnswers = (before: number) => sql`
  select visit_answers.id from visit_answers join visits on visits.id = visit_answers.visit_id
  where visit_answers.answered_at < ${before} and visits.end_at < ${before}
  order by visit_answers.id limit ${batch}`;

async function forgetDeliveries(trx: Db, messages: number[]): Promise<void> {
  await trx.deleteFrom("outbox").where("message_id", "in", messages).execute();
}

async function clear(
  app: App,
  table: keyof Pick<Tables, "consents" | "messages" | "outbox" | "visit_answers">,
  some: ReturnType<typeof oldMessages>,
  first?: (trx: Db, ids: number[]) => Promise<void>,
): Promise<number> {
  for (let count = 0; ; ) {
    const deleted = await app.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`${some}`.execute(trx);
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await first?.(trx, ids);
      await trx.deleteFrom(table).where("id", "in", ids).execute();
      return ids.length;
    });
    if (deleted === 0) return count;
    count += deleted;
  }
}

export async function lastRetentionRun(db: Db): Promise<({ at: number } & DeletedRecords) | null> {
  const row = await db
    .selectFrom("audit_log")
    .select(["created_at", "details"])
    .where("subject", "=", "retention")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.created_at, ...(JSON.parse(row.details ?? "{}") as DeletedRecords) } : null;
}

export function startRetention(app: App, pause = hour): () => Promise<void> {
  const check = async () => {
    const last = await lastRetentionRun(app.reads);
    if (last && app.clock.now() - last.at < day) return;
    app.log.info(await deleteOldRecords(app), "retention");
  };
  return repeat(pause, check, (error) => app.log.error({ err: error }, "retention"));
}
