import type { AppTx } from "~/boot/app.server";
import type { Row } from "~/db/tables";

export interface ReplacementEmail {
  recipient: string;
  subject: string;
  body: string;
}

/** Saves the email that is sent instead of a text if its number has opted out. */
export async function saveReplacementEmail(
  { trx, app: { secrets } }: AppTx,
  outboxId: number,
  { recipient, subject, body }: ReplacementEmail,
): Promise<void> {
  await trx
    .insertInto("outbox_instead")
    .values({ outbox_id: outboxId, recipient, subject, body_sealed: secrets.seal(body) })
    .execute();
}

export async function sendReplacementEmail(
  { trx, app }: AppTx,
  text: Pick<Row<"outbox">, "id" | "kind" | "language" | "in_line" | "order_id">,
): Promise<boolean> {
  const email = await trx
    .deleteFrom("outbox_instead")
    .where("outbox_id", "=", text.id)
    .returning(["recipient", "subject", "body_sealed"])
    .executeTakeFirst();
  if (!email) return false;
  const now = app.clock.now();
  await trx
    .insertInto("outbox")
    .values({
      ...email,
      channel: "email",
      kind: text.kind,
      language: text.language,
      in_line: text.in_line,
      order_id: text.order_id,
      created_at: now,
      not_before: now,
    })
    .execute();
  app.delivery.notify();
  return true;
}
