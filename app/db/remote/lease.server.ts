import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import { second } from "~/core/time";
import type { Db } from "../open.server";

interface Holder {
  db: Db;
  log: Logger;
}

// A lease that is not renewed ends after that long on the database's clock, which is the same for all.
const length = 20 * second;
// Its holder lets go sooner, so that two never work at once, and asks for more well before.
const trusted = 14 * second;
const every = 4 * second;

/**
 * Sees to it that of all instances on one database one alone does some work: it begins where the lease can be had,
 * and stops where it could not be renewed. Another instance goes on with it within half a minute.
 *
 * @param begin starts the work; what it answers stops it
 * @returns lets go, so that another instance may take over at once
 */
export async function workUnderLease(
  { db, log }: Holder,
  name: string,
  begin: () => () => Promise<void>,
): Promise<() => Promise<void>> {
  const owner = randomUUID();
  let work: { stop: () => Promise<void>; until: number } | null = null;
  let stopping = Promise.resolve();

  const failed = (error: unknown) => log.error({ err: error, lease: name }, "lease");
  const letGo = () => {
    if (work) stopping = work.stop().catch(failed);
    work = null;
    return stopping;
  };

  async function look(): Promise<void> {
    // Nothing begins beside what is still stopping.
    await stopping;
    const asked = performance.now();
    if (await takeLease(db, name, owner)) {
      work ??= { stop: begin(), until: 0 };
      work.until = asked + trusted;
    } else if (work) await letGo();
  }

  let round = look();
  // The first look tells whoever starts the server that the database can't be reached.
  await round;
  const timer = setInterval(() => {
    if (work && performance.now() > work.until) {
      log.warn({ lease: name }, "not renewed: work stops here");
      letGo();
    }
    round = round.then(look).catch(failed);
  }, every);

  return async () => {
    clearInterval(timer);
    await round;
    await letGo();
    await db
      .deleteFrom("leases")
      .where("name", "=", name)
      .where("owner", "=", owner)
      .execute()
      // Where the database is gone, the lease ends by itself.
      .catch((error: unknown) => log.warn({ err: error }, "lease"));
  };
}

/** Takes or renews a lease; false where another holds it. */
export async function takeLease(db: Db, name: string, owner: string): Promise<boolean> {
  const now = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
  const taken = await db
    .insertInto("leases")
    .values({ name, owner, until: sql<number>`${now} + ${length}` })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet((row) => ({ owner: row.ref("excluded.owner"), until: row.ref("excluded.until") }))
        .where((row) => row.or([row("leases.owner", "=", owner), row("leases.until", "<=", now)])),
    )
    .returning("owner")
    .executeTakeFirst();
  return taken !== undefined;
}
