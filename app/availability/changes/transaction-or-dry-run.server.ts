import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";

class DryRun<Result> extends Error {
  constructor(readonly result: Result) {
    super();
  }
}

/** Runs a change in one transaction. A dry run is rolled back at the end. */
export async function inTransactionOrDryRun<Result>(
  app: App,
  { dryRun }: { dryRun: boolean },
  run: (trx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await app.db.transaction().execute(async (trx) => {
      const result = await run(trx);
      if (dryRun) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}
