import type { App } from "~/boot/app.server";
import { isPhoneNumber } from "~/core/phone";
import type { Db } from "~/db/open.server";
import { findOrCreateThread, touchThread } from "./find-or-create-thread.server";

interface ThreadNote {
  phone: string | null;
  patient_id: number;
  brightree_db: string;
  /** In English, for staff. */
  body: string;
}

/**
 * Adds a patient's button press to the conversation as an unanswered message. Unlike a text, it doesn't change
 * consent. Does nothing without a phone number.
 */
export async function noteInThread(trx: Db, app: Pick<App, "clock">, note: ThreadNote): Promise<void> {
  const { phone, body, ...patient } = note;
  if (!phone || !isPhoneNumber(phone)) return;
  const now = app.clock.now();
  const { id } = await findOrCreateThread(trx, app, { phone, ...patient });
  await trx
    .insertInto("messages")
    .values({ thread_id: id, direction: "in", body, status: "received", created_at: now })
    .execute();
  await touchThread(trx, id, { body, direction: "in", at: now });
}
