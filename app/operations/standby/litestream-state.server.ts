import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

interface LitestreamState {
  /** Whether Litestream reports figures for this file. */
  isKnown: boolean;
  /** How far the replica is. Null until Litestream has copied something since it started. */
  copied: LogPosition | null;
  /** Failed attempts since Litestream started. */
  failures: number;
}

/** A place in the copy of the write-ahead log that Litestream keeps: the number of a file, and bytes in it. */
export interface LogPosition {
  index: number;
  offset: number;
}

/**
 * Reads Litestream's figures (version 0.3, Prometheus text format).
 * @param text the response of `/metrics`
 * @param file the path of the database, as Litestream's configuration names it; only the file name is compared, because
 *   Litestream may run in another container
 */
export function readLitestream(text: string, file: string): LitestreamState {
  const name = file.split("/").at(-1);
  const values = new Map<string, number>();
  let failures = 0;
  for (const line of text.split("\n")) {
    const [, metric = "", labels = "", value = ""] = /^(litestream_\w+)\{([^}]*)\} (\S+)$/.exec(line) ?? [];
    const db = /(?:^|,)db="([^"]*)"/.exec(labels)?.[1];
    if (!db || db.split("/").at(-1) !== name) continue;
    if (metric === "litestream_sync_error_count") failures += Number(value);
    values.set(metric, Number(value));
  }
  const [index, offset] = [
    values.get("litestream_replica_wal_index"),
    values.get("litestream_replica_wal_offset"),
  ];
  return {
    isKnown: values.has("litestream_shadow_wal_index"),
    copied: index === undefined || offset === undefined ? null : { index, offset },
    failures,
  };
}

/**
 * How many bytes of Litestream's copy of the write-ahead log are after this position. Litestream's own figure adds up
 * all files that it still keeps, also those that are on the replica.
 * @returns null if the copy can't be read
 */
export async function bytesAfter(dataDir: string, copied: LogPosition): Promise<number | null> {
  const kept = join(dataDir, ".firstnight.db-litestream");
  try {
    const generation = (await readFile(join(kept, "generation"), "utf8")).trim();
    const folder = join(kept, "generations", generation, "wal");
    let bytes = 0;
    for (const name of await readdir(folder)) {
      const index = Number.parseInt(name, 16);
      if (!/^[0-9a-f]{8}\.wal$/.test(name) || index < copied.index) continue;
      const { size } = await stat(join(folder, name));
      bytes += index === copied.index ? Math.max(0, size - copied.offset) : size;
    }
    return bytes;
  } catch {
    return null;
  }
}
