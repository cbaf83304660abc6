import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";

/** Starts work while another change is being written, so the work sees that change only in its own transaction. */
export async function whileRunning<Answer>(
  { db }: Pick<App, "db">,
  change: (trx: Db) => Promise<unknown>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  const begun = nextTransaction(db);
  await db.transaction().execute(async (trx) => {
    await change(trx);
    answer = work();
    // The work may fail while the change is still being written; the caller gets the error below.
    answer.catch(() => {});
    await Promise.race([begun, answer]);
  });
  if (!answer) throw new Error("The work did not begin.");
  return answer;
}

/** Resolves when a transaction after the current one asks for the connection. */
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
