import type { AppTx } from "~/boot/app.server";
import { hashToken, newToken } from "~/core/secrets.server";
import { day, minute } from "~/core/time";
import { enqueue } from "~/messages/enqueue.server";
import { invitationNotices, resetNotices, ssoOnlyNotices } from "../account-notices";
import { isLocalOff } from "../sso/sso-settings.server";
import { findUserRow } from "../users/users.server";

const lifetimes = { reset: 60 * minute, invitation: 7 * day };

export async function makePasswordLink(
  { trx, app }: AppTx,
  userId: number,
  kind: "invitation" | "reset",
): Promise<string> {
  const token = newToken();
  const now = app.clock.now();
  const link = { token_hash: hashToken(token), kind, created_at: now, expires_at: now + lifetimes[kind] };
  await trx
    .insertInto("password_tokens")
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(link))
    .execute();
  return `${app.config.publicUrl}/reset-password/${token}`;
}

export async function sendPasswordLink(
  { trx, app }: AppTx,
  userId: number,
  kind: "invitation" | "reset",
): Promise<void> {
  const user = await findUserRow(trx, userId);
  const address = await makePasswordLink({ trx, app }, userId, kind);
  // The link is made even if it isn't sent, so that the response time is the same for every email address.
  const notices = (await isLocalOff(trx, userId))
    ? ssoOnlyNotices(user, `${app.config.publicUrl}/login?as=staff`)
    : kind === "invitation"
      ? invitationNotices(user, address, lifetimes.invitation / day)
      : resetNotices(user, address, lifetimes.reset / minute, user.two_step === "sms");
  await enqueue({ trx, app }, notices);
}
