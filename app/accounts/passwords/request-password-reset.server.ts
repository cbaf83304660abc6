import type { App } from "~/boot/app.server";
import { clientOf } from "~/core/address";
import { Refusal } from "~/core/refusal";
import { spend } from "~/db/limits.server";
import { record } from "../record.server";
import { resetsPerAccount, resetsPerAddress } from "../sign-in/limits.server";
import { accountKey } from "../sign-in/sign-in.server";
import { sendPasswordLink } from "./password-link.server";

/**
 * Sends a link to set a new password, if somebody here has this e-mail address. Known or not, the
 * answer is the same.
 *
 * @param email trimmed and in lower case
 * @throws Refusal "too-many" after twenty requests from one address within 15 minutes
 */
export async function requestPasswordReset(app: App, email: string, address: string | null): Promise<void> {
  await spend(app, resetsPerAddress, clientOf(address));
  const mayBeSent = await spend(app, resetsPerAccount, accountKey(app, email)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  await app.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    if (user && mayBeSent) await sendPasswordLink(trx, app, user.id, "reset");
    await record(
      trx,
      app,
      { kind: "nobody", address },
      { action: "password.reset-requested", account: email, ...(user && { subject: `user ${user.id}` }) },
    );
  });
}
