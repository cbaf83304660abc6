import { newToken } from "~/core/secrets.server";
import { minute } from "~/core/time";
import type { Db } from "~/db/open.server";

const leaseFor = 3 * minute;

export class LeaseLost extends Error {}

export interface Lease {
  database: string;
  token: string;
  readUntil: number;
}

export async function takeSyncLease(db: Db, database: string, now: number): Promise<Lease | null> {
  const token = newToken();
  const lease = await db
    .updateTable("order_reads")
    .set({ lease: token, lease_until: now + leaseFor })
    .where("database_name", "=", database)
    .where((eb) => eb.or([eb("lease", "is", null), eb("lease_until", "<=", now)]))
    .returning("read_until")
    .executeTakeFirst();
  return lease ? { database, token, readUntil: lease.read_until } : null;
}

/** @param readUntil all changes before this time are imported, in milliseconds UTC @throws LeaseLost */
export async function keepLease(trx: Db, lease: Lease, now: number, readUntil?: number): Promise<void> {
  await trx
    .updateTable("order_reads")
    .set({ lease_until: now + leaseFor, ...(readUntil !== undefined && { read_until: readUntil }) })
    .where("database_name", "=", lease.database)
    .where("lease", "=", lease.token)
    .returning("read_until")
    .executeTakeFirstOrThrow(() => new LeaseLost());
}
