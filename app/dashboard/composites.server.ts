import type { Db } from "~/db/open.server";
import type { Visit } from "~/scheduling/visits/visit";
import { selectVisits } from "~/scheduling/visits/visits.server";
import { matchesText } from "./like.server";
import type { ListComposites } from "./schema";

/** Every visit of a range that the filters let through; a range is at most 13 months. */
export function listComposites(
  db: Db,
  wanted: Partial<ListComposites> & { start: number; end: number },
): Promise<Visit[]> {
  let query = selectVisits(db)
    .where("visits.start_at", ">=", wanted.start)
    .where("visits.start_at", "<", wanted.end);
  if (wanted.therapist) query = query.where("therapists.name", "=", wanted.therapist);
  if (wanted.region) query = query.where("therapists.region", "=", wanted.region);
  if (wanted.status) query = query.where("visits.status", "=", wanted.status);
  if (wanted.company) {
    const company = wanted.company;
    query = query.where((of) =>
      of.or([of("companies.name", "=", company), of("orders.brightree_db", "=", company)]),
    );
  }
  if (wanted.search) {
    query = query.where(
      matchesText(wanted.search, [
        "therapists.name",
        "orders.brightree_db",
        "orders.patient_name",
        "orders.patient_id",
      ]),
    );
  }
  return query.orderBy("visits.start_at").orderBy("visits.id").execute();
}
