import type { Db } from "~/db/open.server";
import { hasPasskeys } from "../passkeys/passkeys.server";

/** Keeps passkeys. Keeps recovery codes only if the user has passkeys. */
export async function removeTwoStepMethod(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable("users")
    .set({ two_step: "off", totp_sealed: null, totp_step: null })
    .where("id", "=", userId)
    .execute();
  await trx.deleteFrom("two_step_offers").where("user_id", "=", userId).execute();
  if (await hasPasskeys(trx, userId)) return;
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/** Also removes passkeys, for a user who has lost their devices. */
export async function removeTwoStep(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await removeTwoStepMethod(trx, userId);
}
