import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { spend } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { Refusal } from "~/core/refusal";
import { anonymous } from "~/core/who";
import type { Db } from "~/db/open.server";
import { accountKey } from "../sign-in/sign-in.server";
import { resetsPerAccount, resetsPerAddress } from "../sign-in/sign-in-limits.server";
import { findOpenUserRow } from "../users/users.server";
import { sendPasswordLink } from "./password-link.server";

/** Sends a reset link if a user has this email address. The result and its timing are the same for any address. */
export async function requestPasswordReset(app: App, email: string, address: string | null): Promise<void> {
  await spend(app, resetsPerAddress, clientKey(address));
  const mayBeSent = await spend(app, resetsPerAccount, accountKey(app, email)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  await app.db.transaction().execute(async (trx) => {
    const user = await findOpenUserRow(trx, email);
    const decoy = await firstUser(trx);
    const isSent = user !== undefined && mayBeSent;
    const id = isSent ? user.id : decoy?.id;
    await sql`savepoint password_link`.execute(trx);
    if (id !== undefined) await sendPasswordLink({ trx, app }, id, "reset");
    if (!isSent) await sql`rollback to password_link`.execute(trx);
    await sql`release password_link`.execute(trx);
    const subject = user && `user ${user.id}`;
    await logAudit({ trx, app, who: anonymous(address, email) }, "password.reset-requested", subject);
  });
}

/** For an unknown address, a link for this user is made and rolled back, so that the timing is the same. */
const firstUser = (trx: Db) =>
  trx
    .selectFrom("users")
    .select("id")
    .where("disabled_at", "is", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
