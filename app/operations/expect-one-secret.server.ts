import { hashAuditEntry } from "~/audit/log-audit.server";
import { checkSecret, type SecretHolder } from "~/boot/check-secret.server";
import { Refusal } from "~/core/refusal";

/** @param outcome starts the message, like "No backup was made" @throws Refusal "conflict" */
export async function expectOneSecret(app: SecretHolder, outcome: string): Promise<void> {
  if (await isOwnSecret(app)) return;
  throw new Refusal(
    "conflict",
    `${outcome}: the database was written with another secret. Set APP_SECRET to the server's value, or restore ${app.config.dataDir}/app-secret.`,
  );
}

async function isOwnSecret(app: SecretHolder): Promise<boolean> {
  const opened = await checkSecret(app).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (opened !== false) return opened ?? false;
  const [newest, before] = await app.reads
    .selectFrom("audit_log")
    .selectAll()
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  if (!newest) return true;
  const { hash, ...row } = newest;
  return hash === hashAuditEntry(app.secrets, before?.hash ?? "", row);
}
