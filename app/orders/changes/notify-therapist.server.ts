import type { App } from "~/boot/app.server";
import { formatFull, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { enqueue } from "~/messages/enqueue.server";

export interface TherapistNotice {
  kind: string;
  subject: string;
  text(visit: string): string;
}

export async function notifyTherapist(
  trx: Db,
  app: App,
  orderId: number,
  notice: TherapistNotice,
): Promise<boolean> {
  const visit = await trx
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select(["visits.id", "visits.start_at", "therapists.email", "therapists.timezone"])
    .where("visits.order_id", "=", orderId)
    .where("visits.status", "in", activeStatuses)
    .executeTakeFirst();
  if (!visit) return false;
  const when = formatFull(visit.start_at, zoneOrUtc(visit.timezone));
  await enqueue(trx, app, [
    {
      channel: "email",
      recipient: visit.email,
      subject: notice.subject,
      body: `${notice.text(when)}\n\n${app.config.publicUrl}/therapist`,
      kind: notice.kind,
      order_id: orderId,
      visit_id: visit.id,
      visit_start: visit.start_at,
    },
  ]);
  return true;
}
