import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import { second } from "~/core/time";
import type { Db } from "../open.server";

interface Holder {
  db: Db;
  log: Logger;
}

// Measured by the database's clock, which all instances share.
const leaseLength = 20 * second;
// The owner stops earlier, so that two instances never work at the same time.
const trustedFor = 14 * second;
const renewEvery = 4 * second;

/** Starts work when it gets the lease, and stops if the lease can't be renewed. Then another instance takes over. */
export async function workUnderLease(
  { db, log }: Holder,
  name: string,
  begin: () => () => Promise<void>,
): Promise<() => Promise<void>> {
  const owner = randomUUID();
  let work: { stop: () => Promise<void>; until: number } | null = null;
  let stopping = Promise.resolve();

  const logError = (error: unknown) => log.error({ err: error, lease: name }, "lease");
  const stopWork = () => {
    if (work) stopping = work.stop().catch(logError);
    work = null;
    return stopping;
  };

  async function renew(): Promise<void> {
    await stopping;
    const requestedAt = performance.now();
    if (await takeLease(db, name, owner)) {
      work ??= { stop: begin(), until: 0 };
      work.until = requestedAt + trustedFor;
    } else if (work) await stopWork();
  }

  let round = renew();
  // If the database can't be reached, the first attempt fails, and so does startup.
  await round;
  const timer = setInterval(() => {
    if (work && performance.now() > work.until) {
      log.warn({ lease: name }, "lease not renewed, work stopped");
      stopWork();
    }
    round = round.then(renew).catch(logError);
  }, renewEvery);

  return async () => {
    clearInterval(timer);
    await round;
    await stopWork();
    await db
      .deleteFrom("leases")
      .where("name", "=", name)
      .where("owner", "=", owner)
      .execute()
      // If the database can't be reached, the lease expires later.
      .catch((error: unknown) => log.warn({ err: error }, "lease"));
  };
}

export async function takeLease(db: Db, name: string, owner: string): Promise<boolean> {
  const now = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
  const lease = await db
    .insertInto("leases")
    .values({ name, owner, until: sql<number>`${now} + ${leaseLength}` })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet((row) => ({ owner: row.ref("excluded.owner"), until: row.ref("excluded.until") }))
        .where((row) => row.or([row("leases.owner", "=", owner), row("leases.until", "<=", now)])),
    )
    .returning("owner")
    .executeTakeFirst();
  return lease !== undefined;
}
