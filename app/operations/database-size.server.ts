import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "~/config.server";

/** The sizes of the database and its write-ahead log in bytes; 0 for a missing file. */
export async function databaseSize({ dataDir }: Pick<Config, "dataDir">) {
  const bytesOf = (name: string) =>
    stat(join(dataDir, name)).then(
      ({ size }) => size,
      () => 0,
    );
  return { database: await bytesOf("firstnight.db"), log: await bytesOf("firstnight.db-wal") };
}
