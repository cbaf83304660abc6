import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";

/** One text or e-mail to somebody. */
export interface Notice {
  channel: "sms" | "email";
  /** A number in E.164, or an address. */
  recipient: string;
  /** Of an e-mail; null for a text. */
  subject: string | null;
  body: string;
  /** What it is about, in one word: `visit-confirmed`, `access-code`. */
  kind: string;
  order_id?: number | null;
  visit_id?: number | null;
}

/** Writes what is to be sent inside the caller's transaction: a change and its notices land together. */
export async function enqueue(
  trx: Db,
  { clock, secrets }: Pick<App, "clock" | "secrets">,
  notices: Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows: NewRow<"outbox">[] = notices.map(({ body, order_id = null, visit_id = null, ...notice }) => ({
    ...notice,
    order_id,
    visit_id,
    body_sealed: secrets.seal(body),
    created_at: clock.now(),
  }));
  await trx.insertInto("outbox").values(rows).execute();
}
