import { Kysely } from "kysely";
import { Refusal } from "~/core/refusal";
import type { DatabaseServer } from "~/core/settings/database.server";
import { second } from "~/core/time";
import { isLost } from "../database-errors.server";
import { type DatabaseHandle, type Timed, timing } from "../open.server";
import type { Tables } from "../tables";
import { RemoteDialect } from "./dialect.server";
import { migrateRemote } from "./migrate-remote.server";
import { ServerConnection } from "./server-connection.server";
import { WriterQueue } from "./writer-queue.server";

// The server rolls back an idle transaction after five seconds, so the timeout must be longer.
const timeout = 8 * second;
// After this time, the read goes to the primary.
const replicaTimeout = 2 * second;

/** Connects at the first statement, which fails if the server can't be reached or could lose commits. */
export function openRemoteDatabase(server: DatabaseServer, timed: Timed): DatabaseHandle {
  const primary = () => new ServerConnection({ url: server.url, token: server.token }, timeout);
  const replica = new ServerConnection({ url: server.replicaUrl, token: server.token }, replicaTimeout);
  const writing = primary();
  const reading = primary();
  let prepared: Promise<void> | undefined;
  const prepare = () => {
    prepared ??= checkServer(writing, server)
      .then(() => migrateRemote(writing))
      .catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
    return prepared;
  };
  const over = (
    writers: WriterQueue | null,
    ...connections: readonly [ServerConnection, ...ServerConnection[]]
  ) =>
    new Kysely<Tables>({
      dialect: new RemoteDialect({ connections, prepare, writers }),
      log: timing(timed, writers ? "write" : "read"),
    });
  // A read without a response is repeated once, over a new connection.
  const db = over(new WriterQueue(timeout), writing, writing);
  const reads = over(null, reading, reading);
  const replicaReads = server.replicaUrl === server.url ? reads : over(null, replica, reading);
  return {
    db,
    reads,
    replicaReads,
    // Only the server can detect damage.
    isDamaged: () => false,
    async close() {
      await Promise.all([db, reads, replicaReads].map((each) => each.destroy()));
      await Promise.all([writing, reading, replica].map((connection) => connection.close()));
    },
  };
}

// Commits survive a power failure, and foreign keys are enforced.
const requiredSettings = { synchronous: 2, foreign_keys: 1 };

/** @throws Refusal if the server can't be reached or could lose commits */
export async function checkServer(connection: ServerConnection, { url }: DatabaseServer): Promise<void> {
  for (const [name, required] of Object.entries(requiredSettings)) {
    const actual = await connection
      .ask((stream) => stream.queryValue(`pragma ${name}`))
      .then(({ value }) => value)
      .catch((error: unknown) => {
        throw new Refusal("database", connectionProblem(error, url), { retryAfter: 10 });
      });
    if (actual !== required) {
      throw new Refusal(
        "database",
        `The database server at ${hostOf(url)} has ${name} = ${String(actual)} but needs ${required}. Otherwise, a power failure could lose confirmed bookings. Set its durability_mode to "strong" (docs/scaling.md) and start again.`,
      );
    }
  }
}

// Leaves out the token that a URL may contain.
const hostOf = (url: string) => new URL(url).host;

function connectionProblem(error: unknown, url: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  return isLost(error)
    ? `The database server at ${hostOf(url)} can't be reached (${reason}). Check that it is running and reachable from this machine, and check DATABASE_URL and DATABASE_AUTH_TOKEN. Nothing was changed.`
    : `The database server at ${hostOf(url)} refused the connection (${reason}). Check DATABASE_AUTH_TOKEN. Nothing was changed.`;
}
