import type { App } from "~/boot/app.server";

interface ListInput {
  to?: string;
  channel?: "sms" | "email";
  before?: number;
  limit: number;
}

/** Newest first. Bodies have sign-in links and codes, so they are null if a provider delivers them. */
export async function listNotices(
  { reads, secrets, config }: Pick<App, "reads" | "secrets" | "config">,
  input: ListInput,
) {
  const isReadable = { sms: config.smsProvider === "outbox", email: config.mail.server === null };

  let query = reads
    .selectFrom("outbox")
    .select(["id", "channel", "recipient", "subject", "body_sealed", "status", "provider_id", "created_at"])
    .orderBy("id", "desc")
    .limit(input.limit);
  if (input.to) query = query.where("recipient", "=", input.to);
  if (input.channel) query = query.where("channel", "=", input.channel);
  if (input.before) query = query.where("id", "<", input.before);
  const rows = await query.execute();
  return rows.map(({ recipient, body_sealed: sealed, ...row }) => ({
    ...row,
    to: recipient,
    body: isReadable[row.channel] ? secrets.open(sealed) : null,
  }));
}
