import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { clearLimit, refund, spend } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { Refusal } from "~/core/refusal";
import { anonymous } from "~/core/who";
import type { LoginResponse, PasswordLogin } from "../account-schema";
import { findStaff } from "../find-staff.server";
import { isPassword, refuseIfQueueFull } from "../passwords/hash-password.server";
import { refuseIfLocalOff } from "../sso/sso-settings.server";
import { accountStrings } from "../strings";
import { findOpenUserRow } from "../users/users.server";
import { finishFirstStep } from "./challenge.server";
import type { SignInSource } from "./open-staff-session.server";
import { perAccount, perAddress } from "./sign-in-limits.server";

export const accountKey = (app: Pick<App, "secrets">, email: string) =>
  app.secrets.lookup("sign-in-account", email).slice(0, 32);

/** Opens a session or asks for the second step. An unknown email address takes as long as a wrong password. */
export async function signInStaff(app: App, input: PasswordLogin & SignInSource): Promise<LoginResponse> {
  refuseIfQueueFull();
  const account = accountKey(app, input.email);
  const address = clientKey(input.address);
  await spend(app, perAddress, address);
  await spend(app, perAccount, account);
  const seen = await findOpenUserRow(app.reads, input.email);
  if (!(await isPassword(input.password, seen?.password_hash ?? null)) || !seen) {
    app.metrics.signInFailures.inc({ way: "password" });
    const subject = seen && `user ${seen.id}`;
    await app.db
      .transaction()
      .execute((trx) =>
        logAudit({ trx, app, who: anonymous(input.address, input.email) }, "sign-in.failed", subject),
      );
    throw new Refusal("signed-out", accountStrings.wrongLogin);
  }
  await refund(app, perAddress, address);
  await clearLimit(app, perAccount, account);
  return app.db.transaction().execute(async (trx) => {
    // The account may have been closed or changed while the password was compared.
    const user = await findOpenUserRow(trx, input.email);
    const staff = user && (await findStaff(trx, user.id));
    if (!staff || user.password_hash !== seen.password_hash) {
      throw new Refusal("signed-out", accountStrings.wrongLogin);
    }
    await refuseIfLocalOff(trx, user.id);
    return finishFirstStep({ trx, app }, user, staff, input);
  });
}
