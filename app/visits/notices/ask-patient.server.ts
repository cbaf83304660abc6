import type { App, AppTx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import { inLanguage } from "~/core/language/language-scope.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { rulesOf } from "~/messages/message-kinds";
import { nextTextTime } from "~/messages/quiet-hours";
import { addressColumns, type Channel, channelOf } from "./choose-channel.server";

/** One message to a patient, as a text and as an email. */
interface Asking extends Pick<Notice, "kind" | "visit_id" | "visit_start"> {
  orderId: number;
  /** A second message with the same key isn't sent. */
  key?: string;
  /** Called in the patient's language, and only if a message can be sent. */
  write(): Written | Promise<Written>;
}

interface Written {
  /** `shown` is the text without the patient's link, for staff. */
  text: { body: string; shown: string };
  mail: { subject: string; body: string };
}

/**
 * Sends a message that the patient should act on, by text with consent, or else by email. After an opt-out, the email
 * replaces a text that is still waiting. `messages/message-kinds.ts` has the exceptions of each kind.
 * @returns the channel; null if only a phone call can reach the patient
 */
export async function askPatient(
  { trx, app }: AppTx,
  { orderId, key, write, ...about }: Asking,
): Promise<Channel | null> {
  const order = await ordersWithCompany(trx)
    .select([...addressColumns, "orders.state", ...patientLanguageColumns])
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { afterOptOut, inQuietHours } = rulesOf(about.kind);
  if (afterOptOut === "nothing" && order.phone !== null && order.consent === 0) return null;
  const isTooLate = inQuietHours === "email" && isQuiet(app, order);
  const channel = channelOf(isTooLate ? { ...order, phone: null } : order);
  if (!channel) return null;
  const reader = patientLanguage(order);
  const { text, mail } = await inLanguage(reader, async () => write());
  const { phone, email } = order;
  const notice = {
    ...about,
    order_id: orderId,
    language: reader.language,
    ...(key && { dedupe_key: `${key} ${channel}` }),
  };
  const asMail = email === null ? undefined : { recipient: email, ...mail };
  const replacement = afterOptOut === "nothing" ? undefined : asMail;
  await enqueue({ trx, app }, [
    channel === "sms"
      ? { ...notice, channel, recipient: phone ?? "", ...text, replacement }
      : { ...notice, channel, recipient: email ?? "", ...mail },
  ]);
  return channel;
}

/** Whether a text sent now would wait until quiet hours end. */
export const isQuiet = (
  { clock, config }: Pick<App, "clock" | "config">,
  { state, phone }: { state: string | null; phone: string | null },
): boolean => nextTextTime(clock.now(), state, config.textHours, phone) > clock.now();
