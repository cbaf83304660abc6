import { iso, isoOrNull } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

const mostOffers = 500;

/** The newest first. */
export async function listOffers(db: Db, { status }: { status?: Row<"offers">["status"] | undefined }) {
  let query = db
    .selectFrom("offers")
    .innerJoin("orders", "orders.id", "offers.order_id")
    .innerJoin("therapists", "therapists.id", "offers.therapist_id")
    .select([
      "offers.id",
      "offers.visit_id",
      "orders.patient_id",
      "orders.brightree_db",
      "therapists.name as therapist",
      "offers.start_at",
      "offers.wave",
      "offers.sent_at",
      "offers.expires_at",
      "offers.answered_at",
      "offers.status",
    ])
    .orderBy("offers.id", "desc")
    .limit(mostOffers);
  if (status) query = query.where("offers.status", "=", status);
  const rows = await query.execute();
  return rows.map(({ start_at, sent_at, expires_at, answered_at, ...row }) => ({
    ...row,
    start: iso(start_at),
    sent_at: iso(sent_at),
    expires_at: iso(expires_at),
    answered_at: isoOrNull(answered_at),
  }));
}
