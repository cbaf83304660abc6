import type { App } from "~/boot/app.server";
import { describeUnsent, findOutcomes, isAllSent, waitForOutcomes } from "~/messages/sending-outcome.server";
import { patientPageAddresses } from "./patient-page-addresses";

const kind = "access-code";

/**
 * Waits up to three seconds for the providers' responses.
 * @returns the channels of the code if it was sent on each, otherwise null
 */
export async function codeSentBy(
  app: Pick<App, "reads" | "config">,
  sent: { orderId: number; since: number },
): Promise<"both" | "sms" | "email" | null> {
  const outcomes = await waitForOutcomes(app, { kind, ...sent });
  if (!isAllSent(outcomes)) return null;
  return outcomes.length > 1 ? "both" : (outcomes[0]?.channel ?? null);
}

/** For staff, if a code was saved but not sent: the reason, and the link to give to the patient. */
export async function describeUnsentCode(
  app: Pick<App, "reads" | "config" | "secrets">,
  id: number,
): Promise<{ text: string; link: string | null } | null> {
  const code = await app.reads
    .selectFrom("access_codes")
    .leftJoin("link_codes", "link_codes.order_id", "access_codes.order_id")
    .select(["access_codes.order_id as orderId", "access_codes.created_at", "access_codes.sent_at"])
    .select("link_codes.code_sealed as link")
    .where("access_codes.id", "=", id)
    .where("access_codes.ended_at", "is", null)
    .executeTakeFirst();
  if (!code) return null;
  const since = code.sent_at ?? code.created_at;
  const outcomes = await findOutcomes(app, { kind, since, orderId: code.orderId });
  if (isAllSent(outcomes)) return null;
  return {
    text: `Code saved. ${describeUnsent(outcomes)}`,
    link: code.link && patientPageAddresses(app, app.secrets.open(code.link)).schedule,
  };
}
