import { type Expression, sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { Visit } from "~/scheduling/visit";
import { selectVisits } from "~/scheduling/visits.server";
import type { ListComposites } from "./schema";

// The words that were typed are taken literally: % and _ stand for themselves.
const likeText = (column: Expression<unknown>, pattern: string) =>
  sql<boolean>`${column} like ${pattern} escape ${sql.lit("\\")}`;

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
    const holds = `%${wanted.search.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where(({ or, eb }) =>
      or([
        likeText(eb.ref("therapists.name"), holds),
        likeText(eb.ref("orders.brightree_db"), holds),
        likeText(eb.ref("orders.patient_name"), holds),
        likeText(eb.cast("orders.patient_id", "text"), holds),
      ]),
    );
  }
  return query.orderBy("visits.start_at").orderBy("visits.id").execute();
}
