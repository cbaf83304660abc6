import type { Db } from "~/db/open.server";
import type { KindOfVisit } from "~/kinds/kinds.server";
import { type RequestedTime, UnavailableTime } from "./claim-time.server";
import { visitStrings } from "./strings";

/** The columns of a visit that depend on the class in which it is a seat. The class has the buffers. */
export async function seatColumns(db: Db, classId: number) {
  const { kind_id, place_id } = await db
    .selectFrom("classes")
    .select(["kind_id", "place_id"])
    .where("id", "=", classId)
    .executeTakeFirstOrThrow();
  return { class_id: classId, kind_id, place_id, buffer_before: 0, buffer_after: 0 };
}

/**
 * A time, with the seat that it is if its kind is a class.
 * @throws UnavailableTime if there is no class of this kind and therapist at this time
 */
export async function withSeat<Requested extends RequestedTime & { kind: KindOfVisit }>(
  trx: Db,
  requested: Requested,
): Promise<Requested> {
  const { kind, therapist, start } = requested;
  if (kind.mode !== "class") return requested;
  const found = await findClassAt(trx, { kindId: kind.id, therapistId: therapist.id, start });
  if (!found) throw new UnavailableTime("invalid", visitStrings.timeNotOffered, requested);
  const { id: classId, end_at: end, seats, meeting_link: link } = found;
  return { ...requested, end, seat: { classId, seats, link } };
}

/** The class of a kind that a therapist leads at a time. Undefined if there is none, or if it is canceled. */
export const findClassAt = (
  db: Db,
  { kindId, therapistId, start }: { kindId: number; therapistId: number; start: number },
) =>
  db
    .selectFrom("classes")
    .innerJoin("class_therapists", "class_therapists.class_id", "classes.id")
    .select(["classes.id", "classes.end_at", "classes.seats", "classes.meeting_link"])
    .where("classes.kind_id", "=", kindId)
    .where("classes.start_at", "=", start)
    .where("classes.status", "=", "scheduled")
    .where("class_therapists.therapist_id", "=", therapistId)
    .where("class_therapists.position", "=", 0)
    .executeTakeFirst();
