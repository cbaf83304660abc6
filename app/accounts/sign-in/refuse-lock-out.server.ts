import type { Tx } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { LiveConfig } from "~/core/settings/live.server";
import type { Staff } from "~/core/who";
import { hasPasskeys } from "../passkeys/passkeys.server";
import { findUserRow } from "../users/users.server";
import { twoStepOf } from "./two-step";

const ways = { email: "email", sms: "text" };

interface NewSettings {
  live: LiveConfig;
  /** The channels for which a provider just accepted a test. */
  proven: readonly ("sms" | "email")[];
}

/** Refuses settings with which the admin who saves them could no longer sign in. @throws Refusal */
export async function refuseLockOut(
  { trx, app: { config }, who }: Tx<Staff>,
  { live: next, proven }: NewSettings,
): Promise<void> {
  const user = await findUserRow(trx, who.userId);
  const hasPasskey = await hasPasskeys(trx, who.userId);
  const isStricter =
    next.requireMfa !== "off" && next.requireMfaIsSet && next.requireMfa !== config.requireMfa;
  if (isStricter && user.two_step === "off" && !hasPasskey) {
    throw invalidField(
      "REQUIRE_MFA",
      "First set up two-step sign-in or a passkey for yourself under My account. Otherwise this rule could lock you out.",
    );
  }
  const way = twoStepOf(user.two_step, hasPasskey, who.roles, next.requireMfa);
  // The demo's outbox stands for a provider.
  if ((way !== "email" && way !== "sms") || config.demo) return;
  const isSame =
    way === "email"
      ? JSON.stringify(next.mail) === JSON.stringify(config.mail)
      : JSON.stringify(next.twilio) === JSON.stringify(config.twilio);
  const isSetUp = way === "email" ? next.mail.server !== null : next.twilio !== null;
  if (isSame || (isSetUp && proven.includes(way))) return;
  throw new Refusal(
    "conflict",
    `Nothing was saved, because this could lock you out: you sign in with a code by ${ways[way]}. Save settings that pass the test, or first set up an authenticator app or a passkey under My account.`,
  );
}
