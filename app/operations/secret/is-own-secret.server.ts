import { hashOfAct } from "~/accounts/record.server";
import { expectOwnSecret, type Keyed } from "~/boot/expect-own-secret.server";
import { Refusal } from "~/core/refusal";

/** Does anything in the database tell that it was written under this secret? An empty one may have any. */
export async function isOwnSecret(app: Keyed): Promise<boolean> {
  const opened = await expectOwnSecret(app).catch((error: unknown) => {
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
  return hash === hashOfAct(app.secrets, before?.hash ?? "", row);
}
