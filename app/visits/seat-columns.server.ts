import type { Db } from "~/db/open.server";

/** Without a class, a visit has the company's default kind, no place, and no buffers. */
const noSeat = { class_id: null, kind_id: null, place_id: null, buffer_before: 0, buffer_after: 0 };

/** The columns of a visit that depend on the class in which it is a seat. Null if it isn't one. */
export async function seatColumns(db: Db, classId: number | null) {
  if (classId === null) return noSeat;
  const { kind_id, place_id } = await db
    .selectFrom("classes")
    .select(["kind_id", "place_id"])
    .where("id", "=", classId)
    .executeTakeFirstOrThrow();
  return { ...noSeat, class_id: classId, kind_id, place_id };
}
