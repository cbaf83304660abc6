import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { enqueue } from "~/messages/enqueue.server";
import { passkeyNotices } from "../account-notices";
import { requireLocalAdmin } from "../sso/sso-settings.server";
import { findUserRow } from "../users/users.server";
import { hasPasskeys } from "./passkeys.server";
import { proveIdentity } from "./prove-identity.server";

/** @throws Refusal "missing", including for another user's passkey */
export function findPasskey(db: Db, who: Staff, id: number) {
  return db
    .selectFrom("passkeys")
    .select("name")
    .where("id", "=", id)
    .where("user_id", "=", who.userId)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Passkey not found."));
}

export async function removePasskey(
  app: App,
  who: Staff,
  { id, current }: { id: number; current?: string },
): Promise<void> {
  const recheck = await proveIdentity(app, who, current);
  await app.db.transaction().execute(async (trx) => {
    await recheck(trx);
    const { name } = await findPasskey(trx, who, id);
    await trx.deleteFrom("passkeys").where("id", "=", id).execute();
    await requireLocalAdmin(trx);
    const user = await findUserRow(trx, who.userId);
    if (user.two_step === "off" && !(await hasPasskeys(trx, who.userId))) {
      await trx.deleteFrom("recovery_codes").where("user_id", "=", who.userId).execute();
    }
    await enqueue({ trx, app }, passkeyNotices(user, name, false));
    await logAudit({ trx, app, who }, "passkey.removed", `user ${who.userId}`, { name });
  });
}
