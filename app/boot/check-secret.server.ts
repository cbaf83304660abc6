import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";
import type { App } from "./app.server";

/** A database, and the secret that is said to be its own. */
export interface SecretHolder extends Pick<App, "reads" | "secrets"> {
  config: Pick<App["config"], "dataDir">;
}

/**
 * Makes sure that the secret at hand is the one this database was written with: under another, codes and
 * links would open nothing, and the audit log would look forged.
 *
 * @returns was anything sealed there to tell it by?
 * @throws Refusal that says where the right one lies
 */
export async function checkSecret({ reads, secrets, config }: SecretHolder): Promise<boolean> {
  const text = await reads
    .selectFrom("outbox")
    .select("body_sealed as sealed")
    .orderBy("id")
    .limit(1)
    .execute();
  const code = await reads.selectFrom("link_codes").select("code_sealed as sealed").limit(1).execute();
  for (const { sealed } of [...text, ...code]) {
    try {
      secrets.open(sealed);
    } catch {
      throw new Refusal(
        "conflict",
        `APP_SECRET is not the secret that the database was written with, or ${config.dataDir}/app-secret was lost or changed. Put the right one back: each backup holds it, and "${commandLine("restore", "FILE --replace")}" brings both back. If no backup holds it, see docs/guide.md. Nothing was changed.`,
      );
    }
  }
  return text.length + code.length > 0;
}
