/** Litestream's figures for the database file. Sizes are in bytes. */
export interface LitestreamState {
  /** Changes that Litestream has read but not copied to the replica. Null if Litestream doesn't know the file. */
  behind: number | null;
  /** Failed attempts since Litestream started. */
  failures: number;
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
  const [index, size] = [values.get("litestream_shadow_wal_index"), values.get("litestream_shadow_wal_size")];
  const [copiedIndex, copied] = [
    values.get("litestream_replica_wal_index"),
    values.get("litestream_replica_wal_offset"),
  ];
  if (index === undefined || size === undefined || copiedIndex === undefined || copied === undefined) {
    return { behind: null, failures };
  }
  return { behind: copiedIndex === index ? Math.max(0, size - copied) : size + 1, failures };
}
