import { sql } from "kysely";
import { programmingError } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";

/**
 * Takes the write lock, which fails if the database is locked or read-only.
 * @throws Refusal if it could lose commits
 */
export async function checkWritable(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ synchronous: number }>`select synchronous from pragma_synchronous`.execute(
      trx,
    );
    // After a rollback, the next transaction uses another stream with the server's current setting.
    if (rows[0]?.synchronous !== 2) throw programmingError();
  });
}
