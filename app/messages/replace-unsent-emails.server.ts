import type { AppTx } from "~/boot/app.server";
import type { OutboxMessage } from "./outbox-rows.server";
import { dropRow } from "./outbox-rows.server";
import { messageStrings } from "./staff-strings";

type Email = Pick<OutboxMessage, "recipient" | "kind" | "visit_id"> & { calendar?: unknown };

// An email of one of these kinds states the visit's current status and time.
const visitNews = ["visit-submitted", "visit-confirmed", "visit-link", "visit-moved", "visit-cancelled"];

const replacedBy = (kind: string): string[] =>
  visitNews.includes(kind) ? visitNews : ["patient-late", "therapist-late"].filter((late) => late === kind);

/**
 * Drops emails about the same visit that haven't reached the mail server, because the new one is more recent. An email
 * with a calendar entry is replaced only by another one with an entry, so that no calendar keeps an old time.
 */
export async function dropUnsentEmails(
  { trx, app }: AppTx,
  { recipient, kind, visit_id = null, calendar }: Email,
): Promise<void> {
  const kinds = replacedBy(kind);
  if (visit_id === null || kinds.length === 0) return;
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
