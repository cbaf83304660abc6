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
    try {
      secrets.open(sealed);
    } catch {
      throw new Refusal(
        "conflict",
        `APP_SECRET is not the secret that the database was written with, or ${config.dataDir}/app-secret was lost or changed. Restore the correct secret. Each backup contains it, and "${commandLine("restore", "FILE --replace")}" restores the database and the secret. If no backup contains it, see docs/guide.md. Nothing was changed.`,
      );
    }
  }
  return text.length + code.length > 0;
}
