import { sql } from "kysely";
import type { Db } from "~/db/open.server";

/**
 * Runs a bulk load of conversations without keeping search and change numbers row by row, and makes
 * them good at the end: a million messages are indexed in seconds instead of a minute.
 */
export async function loadConversations(trx: Db, load: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master
    where type = 'trigger' and (name like 'threads\_version\_%' escape '\\'
      or name like 'threads\_fts\_%' escape '\\' or name like 'messages\_fts\_%' escape '\\')`.execute(trx);
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
  await load();
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(trx);
  await sql`insert into threads_fts (threads_fts) values ('rebuild')`.execute(trx);
  await sql`insert into messages_fts (messages_fts) values ('rebuild')`.execute(trx);
  await sql`update thread_changes set version = version + 1`.execute(trx);
  await sql`update threads set version = (select version from thread_changes)`.execute(trx);
}
