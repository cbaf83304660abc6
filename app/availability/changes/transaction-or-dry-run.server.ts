import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";

class Rehearsed extends Error {}

/** Runs a change in one transaction; a dry run is taken back when it is over, and only counts. */
export async function inTransactionOrDryRun<Result>(
  app: App,
  { dryRun }: { dryRun: boolean },
  run: (trx: Db) => Promise<Result>,
): Promise<Result> {
  let result: { is: Result } | undefined;
  try {
    await app.db.transaction().execute(async (trx) => {
      result = { is: await run(trx) };
      if (dryRun) throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  if (!result) throw new Error("The change came to nothing.");
  return result.is;
}
