import { iso, isoOrNull } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

const mostOffers = 500;

interface Filter {
  status?: Row<"offers">["status"] | undefined;
}

/** Newest first. */
export async function listOffers(db: Db, filter: Filter) {
  const rows = await selectOffers(db, filter).limit(mostOffers).execute();
  return rows.map(({ start_at, sent_at, expires_at, answered_at, ...row }) => ({
    ...row,
    start: iso(start_at),
    sent_at: iso(sent_at),
    expires_at: iso(expires_at),
    answered_at: isoOrNull(answered_at),
  }));
}

/** Offers with the patients' names, for the page. */
export const pageOfOffers = (db: Db, filter: Filter, { from, size }: { from: number; size: number }) =>
  selectOffers(db, filter)
    .select(["orders.patient_name", "offers.therapist_id", "therapists.timezone"])
    .limit(size)
    .offset(from)
    .execute();

function selectOffers(db: Db, { status }: Filter) {
  const query = db
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
    .orderBy("offers.id", "desc");
  return status ? query.where("offers.status", "=", status) : query;
}

/** IDs of the orders that were offered a time. */
export async function listOfferedOf(
  db: Db,
  { therapistId, start }: { therapistId: number; start: number },
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("offers")
    .select("order_id")
    .where("therapist_id", "=", therapistId)
    .where("start_at", "=", start)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}
