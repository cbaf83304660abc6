import { newToken } from "~/core/secrets.server";
import { minute } from "~/core/time";
import type { Db } from "~/db/open.server";

/** Longer than any lot of orders takes to be asked for. */
const leaseFor = 3 * minute;

/** Somebody else reads this database now, or an admin has sent the reading back. */
export class LeaseLost extends Error {}

/** A place in a database's changes, held by one reader at a time. */
export interface Lease {
  database: string;
  token: string;
  /** Everything that changed before this is in; milliseconds UTC. */
  readUntil: number;
}

/** Takes the place of a database; null while another reader holds it. */
export async function takeLease(db: Db, database: string, now: number): Promise<Lease | null> {
  const token = newToken();
  const held = await db
    .updateTable("order_reads")
    .set({ lease: token, lease_until: now + leaseFor })
    .where("database_name", "=", database)
    .where((of) => of.or([of("lease", "is", null), of("lease_until", "<=", now)]))
    .returning("read_until")
    .executeTakeFirst();
  return held ? { database, token, readUntil: held.read_until } : null;
}

/**
 * Keeps the place for another while, inside the transaction whose writes depend on it.
 *
 * @param readUntil how far everything is in now, where that went on
 * @throws LeaseLost
 */
export async function keepLease(trx: Db, lease: Lease, now: number, readUntil?: number): Promise<void> {
  const kept = await trx
    .updateTable("order_reads")
    .set({ lease_until: now + leaseFor, ...(readUntil !== undefined && { read_until: readUntil }) })
    .where("database_name", "=", lease.database)
    .where("lease", "=", lease.token)
    .returning("read_until")
    .executeTakeFirst();
  if (!kept) throw new LeaseLost();
}
