import type { AppTx } from "~/boot/app.server";
import { formatFull, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import { enqueue } from "~/messages/enqueue.server";

const changes = {
  "order-stopped": {
    subject: "Equipment setup visit: the order was stopped",
    text: (visit: string) =>
      `The order for the setup visit on ${visit} was closed or stopped in the order system.\n\nThe visit is still booked. Please cancel it if it is no longer needed.`,
  },
  "order-moved": {
    subject: "Equipment setup visit: the order now belongs to another patient",
    text: (visit: string) =>
      `In the order system, the order for the setup visit on ${visit} was moved to another patient.\n\nThe visit is still booked. Please check with the patient, and cancel it if it was booked for someone else.`,
  },
};

/** Emails the therapist of the order's upcoming visit. @returns false if there is no visit */
export async function notifyTherapist(
  { trx, app }: AppTx,
  orderId: number,
  kind: keyof typeof changes,
): Promise<boolean> {
  const visit = await trx
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select(["visits.id", "visits.start_at", "therapists.email", "therapists.timezone"])
    .where("visits.order_id", "=", orderId)
    .where("visits.status", "in", activeStatuses)
    .executeTakeFirst();
  if (!visit) return false;
  const { subject, text } = changes[kind];
  const when = formatFull(visit.start_at, zoneOrUtc(visit.timezone));
  await enqueue({ trx, app }, [
    {
      channel: "email",
      recipient: visit.email,
      subject,
      body: `${text(when)}\n\n${app.config.publicUrl}/therapist`,
      kind,
      order_id: orderId,
      visit_id: visit.id,
      visit_start: visit.start_at,
    },
  ]);
  return true;
}
