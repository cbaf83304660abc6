import { Kysely } from "kysely";
import { Refusal } from "~/core/refusal";
import type { DatabaseServer } from "~/core/settings/database.server";
import { second } from "~/core/time";
import { isLost } from "../constraint-errors.server";
import { type DatabaseHandle, type Timed, timing } from "../open.server";
import type { Tables } from "../tables";
import { RemoteDialect } from "./dialect.server";
import { migrateRemote } from "./migrate-remote.server";
import { ServerConnection } from "./server-connection.server";
import { WriterQueue } from "./writer-queue.server";

// A transaction that stands still is taken back by the server after five seconds; whoever waits behind it
// must not give up before.
const patience = 8 * second;
// For a replica there is another to ask.
const patienceWithReplica = 2 * second;

/**
 * Opens a database that lies on a libSQL server. The connection is made at the first statement, which
 * fails where the server can't be reached, may lose what it has acknowledged, or is newer than this program.
 */
export function openRemoteDatabase(server: DatabaseServer, timed: Timed): DatabaseHandle {
  const primary = () => new ServerConnection({ url: server.url, token: server.token }, patience);
  const replica = new ServerConnection({ url: server.replicaUrl, token: server.token }, patienceWithReplica);
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
  const over = (turns: WriterQueue | null, ...lines: readonly [ServerConnection, ...ServerConnection[]]) =>
    new Kysely<Tables>({
      dialect: new RemoteDialect({ lines, prepare, turns }),
      log: timing(timed, turns ? "write" : "read"),
    });
  // A question that got no answer is asked once more, over a connection that is made anew.
  const db = over(new WriterQueue(patience), writing, writing);
  const reads = over(null, reading, reading);
  const replicaReads = server.replicaUrl === server.url ? reads : over(null, replica, reading);
  return {
    db,
    reads,
    replicaReads,
    // What lies on the server is for the server to find.
    isDamaged: () => false,
    async close() {
      await Promise.all([db, reads, replicaReads].map((each) => each.destroy()));
      await Promise.all([writing, reading, replica].map((line) => line.close()));
    },
  };
}

// What the server must say of itself: it keeps what it has acknowledged through a power cut, and
// foreign keys hold.
const settings = { synchronous: 2, foreign_keys: 1 };

/** @throws Refusal where the server can't be reached, or would lose what it has acknowledged */
export async function checkServer(line: ServerConnection, { url }: DatabaseServer): Promise<void> {
  for (const [name, wanted] of Object.entries(settings)) {
    const actual = await line
      .ask((client) => client.execute(`pragma ${name}`))
      .then(({ rows }) => rows[0]?.[0])
      .catch((error: unknown) => {
        throw new Refusal("database", whyNot(error, url), { retryAfter: 10 });
      });
    if (actual !== wanted) {
      throw new Refusal(
        "database",
        `The database server at ${hostOf(url)} says ${name} = ${String(actual)}, and must say ${wanted}: at a power cut it could lose bookings that patients were told of. Set its durability_mode to "strong" (docs/scaling.md says how), and start again.`,
      );
    }
  }
}

// The address may carry a token.
const hostOf = (url: string) => new URL(url).host;

function whyNot(error: unknown, url: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  return isLost(error)
    ? `The database server at ${hostOf(url)} can't be reached (${reason}). Check that it runs, that this machine reaches it, DATABASE_URL and DATABASE_AUTH_TOKEN. Nothing was changed.`
    : `The database server at ${hostOf(url)} refused the connection (${reason}). Check DATABASE_AUTH_TOKEN. Nothing was changed.`;
}
