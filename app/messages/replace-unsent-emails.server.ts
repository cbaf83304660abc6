import type { AppTx } from "~/boot/app.server";
import { kindsWith, rulesOf } from "./message-kinds";
import type { OutboxMessage } from "./outbox-rows.server";
import { dropRow } from "./outbox-rows.server";
import { messageStrings } from "./staff-strings";

type Email = Pick<OutboxMessage, "recipient" | "kind" | "visit_id"> & { calendar?: unknown };

/**
 * Drops emails about the same visit that haven't reached the mail server, because the new one is more recent. An email
 * with a calendar entry is replaced only by another one with an entry, so that no calendar keeps an old time.
 */
export async function dropUnsentEmails(
  { trx, app }: AppTx,
  { recipient, kind, visit_id = null, calendar }: Email,
): Promise<void> {
  const { replaces } = rulesOf(kind);
  if (visit_id === null || !replaces) return;
  const kinds = kindsWith((other) => other.replaces === replaces);
  const rows = await trx
    .selectFrom("outbox")
    .selectAll()
    .where("visit_id", "=", visit_id)
    .where("channel", "=", "email")
    .where("recipient", "=", recipient)
    .where("kind", "in", kinds)
    .where("status", "=", "queued")
    .where("in_doubt", "=", 0)
    .$if(!calendar, (query) => query.where("calendar", "is", null))
    .execute();
  for (const row of rows) await dropRow({ trx, app }, row, messageStrings.replaced);
}
