import type { App } from "./app.server";
import { opens, wrongSecret } from "./refuse-wrong-secret.server";

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
