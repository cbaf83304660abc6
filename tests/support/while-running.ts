import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";

/** Lets work begin while somebody else's change is being written: it sees the change in its own transaction alone. */
export async function meanwhile<Answer>(
  { db }: Pick<App, "db">,
  change: (trx: Db) => Promise<unknown>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  const begun = nextTransaction(db);
  await db.transaction().execute(async (trx) => {
    await change(trx);
    answer = work();
    // It may fail while the change is still being written; whoever asked hears of it below.
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
