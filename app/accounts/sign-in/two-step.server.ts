import type { Db } from "~/db/open.server";

export async function removeTwoStep(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable("users")
    .set({ two_step: "off", totp_sealed: null, totp_step: null })
    .where("id", "=", userId)
    .execute();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx.deleteFrom("two_step_offers").where("user_id", "=", userId).execute();
}
