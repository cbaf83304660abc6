import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verdictText, verifyAudit } from "~/audit/verify-audit.server";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { copyDatabase } from "~/db/copy/copy-database.server";
import { takeServerLock } from "~/db/server-lock.server";
import { isDemoDatabase } from "~/demo/folder/demo-marker.server";

/** database:copy: copies the database in DATA_DIR to the server at DATABASE_URL and compares all rows. */
export async function databaseCopy(config: Config): Promise<number> {
  const { dataDir, database } = config;
  const file = join(dataDir, "firstnight.db");
  if (!database) {
    throw new Refusal(
      "invalid",
      "Set DATABASE_URL to the target server and APP_SECRET to the current secret.",
    );
  }
  if (!existsSync(file)) throw new Refusal("missing", `There is no database in ${dataDir}.`);
  if (isDemoDatabase(file) && !config.serveDemo) {
    throw new Refusal(
      "conflict",
      `${dataDir} contains the demo, whose passwords are public. Set SERVE_DEMO=on to copy it anyway.`,
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
    `The copy on the server is complete. Start Firstnight with DATABASE_URL set. Keep ${file} until you have checked the copy.`,
  );
  return 0;
}

function checkSecret({ dataDir, appSecret }: Config): void {
  const secretFile = join(dataDir, "app-secret");
  if (!existsSync(secretFile) || readFileSync(secretFile, "utf8").trim() === appSecret) return;
  throw new Refusal(
    "conflict",
    `APP_SECRET differs from the secret in ${secretFile}, which encrypts codes and messages. Set APP_SECRET to that secret.`,
  );
}
