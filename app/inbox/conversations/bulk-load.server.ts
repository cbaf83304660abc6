import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { whereUnanswered } from "~/messages/conversations/unanswered.server";

/** Drops the triggers during `load`, so that a million messages are indexed in seconds instead of a minute. */
export async function writeConversationsInBulk(trx: Db, load: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master
    where type = 'trigger' and (name glob 'threads_version_*' or name glob '*_fts_*')`.execute(trx);
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
  await load();
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(trx);
  for (const index of ["threads_fts", "names_fts", "messages_fts"].map((name) => sql.table(name))) {
    await sql`insert into ${index} (${index}) values ('rebuild')`.execute(trx);
  }
  await sql`update thread_changes set version = version + 1,
    unread = (select count(*) from threads where ${whereUnanswered}),
    inbound = (select count(*) from threads where last_dir = 'in'),
    patients = (select count(*) from threads where patient_id is not null or patient_name is not null),
    starred = (select count(*) from threads where star_color is not null)`.execute(trx);
  await sql`update threads set version = (select version from thread_changes)`.execute(trx);
}
