import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";

/** Starts `work` during another transaction, so that `work` sees the other change only in its own transaction. */
export async function whileRunning<Result>(
  { db }: Pick<App, "db">,
  change: (trx: Db) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  let result: Promise<Result> | undefined;
  const started = nextTransaction(db);
  await db.transaction().execute(async (trx) => {
    await change(trx);
    result = work();
    // If `work` fails during this transaction, the caller still gets the error below.
    result.catch(() => {});
    await Promise.race([started, result]);
  });
  if (!result) throw new Error("`work` did not start.");
  return result;
}

/** Resolves when the transaction after the current one requests the connection. */
function nextTransaction(db: Db): Promise<void> {
  return new Promise((resolve) => {
    const transaction = db.transaction;
    let count = 0;
    db.transaction = () => {
      if (++count > 1) {
        db.transaction = transaction;
        resolve();
      }
      return transaction.call(db);
    };
  });
}
