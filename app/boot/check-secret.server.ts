import type Database from "better-sqlite3";
import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";
import type { App } from "./app.server";

export interface SecretHolder extends Pick<App, "reads" | "secrets"> {
  config: Pick<App["config"], "dataDir">;
}

/** With the wrong secret, no code or link works. @returns false if there is nothing sealed to check */
export async function checkSecret({ reads, secrets, config }: SecretHolder): Promise<boolean> {
  const text = await reads
    .selectFrom("outbox")
    .select("body_sealed as sealed")
    .orderBy("id")
    .limit(1)
    .execute();
  const code = await reads.selectFrom("link_codes").select("code_sealed as sealed").limit(1).execute();
  for (const { sealed } of [...text, ...code]) {
    if (!opens(secrets, sealed)) throw wrongSecret(config.dataDir);
  }
  return text.length + code.length > 0;
}

/**
 * The same for a database file that is about to be upgraded, so that a wrong secret changes nothing.
 * @throws Refusal
 */
export function refuseWrongSecret(
  database: Database.Database,
  { secrets, config }: Pick<SecretHolder, "secrets" | "config">,
): void {
  for (const [table, column] of [
    ["outbox", "body_sealed"],
    ["link_codes", "code_sealed"],
  ]) {
    const exists = database
      .prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
      .get(table);
    const sealed = exists && database.prepare(`select ${column} from ${table} limit 1`).pluck().get();
    if (typeof sealed === "string" && !opens(secrets, sealed)) throw wrongSecret(config.dataDir);
  }
}

function opens(secrets: SecretHolder["secrets"], sealed: string): boolean {
  try {
    secrets.open(sealed);
    return true;
  } catch {
    return false;
  }
}

const wrongSecret = (dataDir: string) =>
  new Refusal(
    "conflict",
    `APP_SECRET is not the secret that the database was written with, or ${dataDir}/app-secret was lost or changed. Restore the correct secret. Each backup contains it, and "${commandLine("restore", "FILE --replace")}" restores the database and the secret. If no backup contains it, see docs/guide.md. Nothing was changed.`,
  );
