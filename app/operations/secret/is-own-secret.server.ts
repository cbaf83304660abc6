import { hashAuditEntry } from "~/audit/log-audit.server";
import { checkSecret, type SecretHolder } from "~/boot/check-secret.server";
import { Refusal } from "~/core/refusal";

/** Does anything in the database tell that it was written under this secret? An empty one may have any. */
export async function isOwnSecret(app: SecretHolder): Promise<boolean> {
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

/**
 * Makes sure that what is sealed now can be opened beside what is there.
 *
 * @param outcome what became of it otherwise, to begin the sentence with
 * @throws Refusal
 */
export async function expectOneSecret(app: SecretHolder, outcome: string): Promise<void> {
  if (await isOwnSecret(app)) return;
  throw new Refusal(
    "conflict",
    `${outcome}: the secret at hand is not the one that the database was written with. Set APP_SECRET as it is set for the server, or put ${app.config.dataDir}/app-secret back.`,
  );
}
