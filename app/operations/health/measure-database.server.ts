import { sql } from "kysely";
import { Gauge } from "prom-client";
import type { App } from "~/boot/app.server";
import { inspectBackups } from "../backup/backups.server";
import { databaseSize } from "./database-size.server";

export function measureDatabase({ config, clock, metrics, reads }: App): void {
  const registers = [metrics.registry];
  const bytesOnServer = () =>
    sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      .execute(reads)
      .then(
        ({ rows }) => rows[0]?.bytes ?? 0,
        () => 0,
      );
  new Gauge({
    name: "firstnight_database_bytes",
    help: "Size of the database and of its write-ahead log.",
    labelNames: ["file"] as const,
    registers,
    async collect() {
      if (config.database) {
        this.set({ file: "database" }, await bytesOnServer());
        return;
      }
      const { database, log } = await databaseSize(config);
      this.set({ file: "database" }, database);
      this.set({ file: "log" }, log);
    },
  });
  new Gauge({
    name: "firstnight_backup_age_seconds",
    help: "Age of the newest backup; -1 if there is none.",
    registers,
    async collect() {
      const { backups } = await inspectBackups(config.backups.dir, clock.now());
      const [newest] = backups;
      this.set(newest ? (clock.now() - newest.at) / 1000 : -1);
    },
  });
}
