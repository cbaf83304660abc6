import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verdictText, verifyAudit } from "~/audit/verify-audit.server";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { copyDatabase } from "~/db/copy/copy-database.server";
import { takeServerLock } from "~/db/server-lock.server";
import { isDemoDatabase } from "~/demo/folder/demo-marker.server";

/** database:copy: copies the file in DATA_DIR to the server of DATABASE_URL, and compares both row by row. */
export async function databaseCopy(config: Config): Promise<number> {
  const { dataDir, database } = config;
  const file = join(dataDir, "firstnight.db");
  if (!database) {
    throw new Refusal(
      "invalid",
      "Set DATABASE_URL to where the database is to go, and APP_SECRET to what it is now.",
    );
  }
  if (!existsSync(file)) throw new Refusal("missing", `There is no database in ${dataDir}.`);
  if (isDemoDatabase(file) && !config.serveDemo) {
    throw new Refusal(
      "conflict",
      `${dataDir} holds the demo, whose passwords everybody can know. Set SERVE_DEMO=on to copy it all the same.`,
    );
  }
  checkSecret(config);
  const unlock = takeServerLock(dataDir);
  try {
    await copyDatabase(file, database, ({ name, rows, hash }) => {
      console.log(`${name.padEnd(20)} ${String(rows).padStart(10)} rows  ${hash.slice(0, 16)}`);
    });
    const app = openApp(config);
    try {
      const verdict = await verifyAudit(app);
      console.log(verdictText(verdict));
      if (verdict.problems.length > 0) return 1;
    } finally {
      await app.close();
    }
  } finally {
    unlock();
  }
  console.log(
    `Everything is on the server, and the same. Start Firstnight with DATABASE_URL set; keep ${file} until you are sure.`,
  );
  return 0;
}

function checkSecret({ dataDir, appSecret }: Config): void {
  const kept = join(dataDir, "app-secret");
  if (!existsSync(kept) || readFileSync(kept, "utf8").trim() === appSecret) return;
  throw new Refusal(
    "conflict",
    `APP_SECRET is another than the one in ${kept}, by which codes and messages are sealed. Set APP_SECRET to that.`,
  );
}
