import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { syncMessageStatus } from "~/messages/outbox-rows.server";

/** What nobody has any more after the secret was replaced. */
export interface Lost {
  codes: number;
  links: number;
  authenticators: number;
  passwords: number;
  waiting: number;
}

const unreadable = "[It was sealed with a secret that is lost, and can't be read any more.]";
const why = "It was waiting when the secret was replaced, and can't be read any more. Write it again.";

/** Takes away what only a secret that is lost could open or compare, and ends every way in that hangs on it. */
export async function loseWhatWasSealed(trx: Db, { clock, secrets }: App): Promise<Lost> {
  const now = clock.now();
  const nothing = secrets.seal(unreadable);
  const codes = await trx
    .updateTable("access_codes")
    .set({ ended_at: now })
    .where("ended_at", "is", null)
    .executeTakeFirst();
  await trx.updateTable("access_codes").set({ code_sealed: nothing }).execute();
  const links = await trx.deleteFrom("link_codes").executeTakeFirst();
  const authenticators = await trx
    .updateTable("users")
    .set({ two_step: "off", totp_sealed: null, totp_step: null })
    .where("totp_sealed", "is not", null)
    .executeTakeFirst();
  await trx.deleteFrom("recovery_codes").execute();
  await trx.deleteFrom("two_step_offers").execute();
  await trx.deleteFrom("sign_in_challenges").execute();
  await trx.deleteFrom("password_tokens").execute();
  await trx.deleteFrom("sessions").execute();
  const passwords = await trx
    .updateTable("order_systems")
    .set({ credentials_sealed: null })
    .where("credentials_sealed", "is not", null)
    .executeTakeFirst();
  await trx.updateTable("outbox").set({ body_sealed: nothing }).execute();
  await trx.deleteFrom("outbox_instead").execute();
  return {
    codes: Number(codes.numUpdatedRows),
    links: Number(links.numDeletedRows),
    authenticators: Number(authenticators.numUpdatedRows),
    passwords: Number(passwords.numUpdatedRows),
    waiting: await setAside(trx, now),
  };
}

async function setAside(trx: Db, now: number): Promise<number> {
  const rows = await trx
    .updateTable("outbox")
    .set({
      status: "failed",
      error: why,
      error_code: null,
      lease_owner: null,
      lease_until: null,
      finished_at: now,
    })
    .where("status", "in", ["held", "queued", "sending"])
    .returning(["message_id"])
    .execute();
  for (const row of rows) await syncMessageStatus(trx, row, { status: "failed", error: why });
  return rows.length;
}
