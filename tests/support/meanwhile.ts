import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";

/** Lets work begin while somebody else's change is being written: it sees the change in its own transaction alone. */
export async function meanwhile<Answer>(
  { db }: Pick<App, "db">,
  change: (trx: Db) => Promise<unknown>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await db.transaction().execute(async (trx) => {
    await change(trx);
    answer = work();
    // It may fail while the change is still being written; whoever asked hears of it below.
    answer.catch(() => {});
    await sleep(50);
  });
  if (!answer) throw new Error("The work did not begin.");
  return answer;
}
