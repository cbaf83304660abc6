import type { App } from "~/boot/app.server";

interface Wanted {
  /** Recipient, exactly. */
  to?: string | undefined;
  channel?: "sms" | "email" | undefined;
  /** Rows with a smaller id only, for the next page. */
  before?: number | undefined;
  limit: number;
}

/** What was sent or waits to be sent, newest first, readable. */
export async function listNotices({ reads, secrets }: Pick<App, "reads" | "secrets">, wanted: Wanted) {
  let query = reads
    .selectFrom("outbox")
    .select(["id", "channel", "recipient", "subject", "body_sealed", "status", "created_at"])
    .orderBy("id", "desc")
    .limit(wanted.limit);
  if (wanted.to) query = query.where("recipient", "=", wanted.to);
  if (wanted.channel) query = query.where("channel", "=", wanted.channel);
  if (wanted.before) query = query.where("id", "<", wanted.before);
  const rows = await query.execute();
  return rows.map(({ recipient, body_sealed: sealed, ...row }) => ({
    ...row,
    to: recipient,
    body: secrets.open(sealed),
  }));
}
