import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type SlotKind, slotKindIds } from "~/kinds/slot-kind";
import { listSlotKinds } from "~/kinds/slot-kinds.server";
import { type Availability, firstShown, hiddenOver, type ShownSlot } from "./availability-view";
import { listOutsideVisits } from "./changes/visits-outside-hours.server";
import { whereBooked } from "./slot-rules.server";

/** @param options.slots how many slots to show; by default the first 200, or none if there are more than 150 */
export async function findAvailability(
  app: App,
  therapist: Pick<Row<"therapists">, "id" | "name" | "timezone">,
  options: { slots?: number | undefined; message?: Availability["message"] } = {},
): Promise<Availability> {
  const now = app.clock.now();
  const total = await countSlots(app.reads, therapist.id, now);
  const kinds = await listSlotKinds(app.reads, therapist.id);
  const shown = options.slots ?? (total > hiddenOver ? 0 : firstShown);
  return {
    therapist: { id: therapist.id, name: therapist.name, zone: zoneOrUtc(therapist.timezone) },
    total,
    shown,
    slots: shown === 0 ? [] : await listShown(app.reads, therapist.id, { now, limit: shown, kinds }),
    message: options.message ?? null,
    outsideVisits: await listOutsideVisits(app.reads, therapist.id, now),
    kinds,
  };
}

async function countSlots(db: Db, therapistId: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom("slots")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("therapist_id", "=", therapistId)
    .where("start_at", ">=", now)
    .executeTakeFirstOrThrow();
  return count;
}

function listShown(
  db: Db,
  therapistId: number,
  { now, limit, kinds }: { now: number; limit: number; kinds: SlotKind[] },
): Promise<ShownSlot[]> {
  return db
    .selectFrom("slots")
    .select(["start_at as start", "kinds", sql<number>`${whereBooked("slots")}`.as("booked")])
    .where("therapist_id", "=", therapistId)
    .where("start_at", ">=", now)
    .orderBy("start_at")
    .limit(limit)
    .execute()
    .then((rows) =>
      rows.map((row) => ({
        start: row.start,
        booked: row.booked === 1,
        kinds:
          row.kinds === null
            ? undefined
            : kinds.filter(({ id }) => slotKindIds(row.kinds).includes(id)).map(({ name }) => name),
      })),
    );
}
