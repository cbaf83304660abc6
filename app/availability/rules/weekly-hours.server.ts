import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { slotKindIds } from "~/kinds/slot-kind";
import { checkedSlotKinds } from "~/kinds/slot-kinds.server";

type Therapist = Row<"therapists">;

const mostHours = 21;

export async function listHours(db: Db, therapistId: number): Promise<Hours[]> {
  const rows = await db
    .selectFrom("weekly_hours")
    .selectAll()
    .where("therapist_id", "=", therapistId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, days, start_time, end_time, interval, kinds }) => ({
    id,
    days: days.split(",").map(Number),
    startTime: start_time,
    endTime: end_time,
    interval,
    kinds: kinds === null ? undefined : slotKindIds(kinds),
  }));
}

/**
 * Saves weekly hours. Patients can book them after the week is applied.
 * @throws Refusal "missing"; "invalid" for more than 21 entries or a kind of visit of another company
 */
export function saveHours(
  app: App,
  who: Who,
  therapist: Therapist,
  { id, days, startTime, endTime, interval, kinds }: Omit<Hours, "id"> & { id: number | undefined },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const row = {
      days: [...new Set(days)].sort().join(),
      start_time: startTime,
      end_time: endTime,
      interval,
      kinds: await checkedSlotKinds(trx, therapist, kinds),
    };
    if (id === undefined) {
      if ((await listHours(trx, therapist.id)).length >= mostHours) {
        throw invalidField("days", `A week can have at most ${mostHours} entries.`);
      }
      await trx
        .insertInto("weekly_hours")
        .values({ ...row, therapist_id: therapist.id })
        .execute();
    } else {
      const { numUpdatedRows } = await trx
        .updateTable("weekly_hours")
        .set(row)
        .where("id", "=", id)
        .where("therapist_id", "=", therapist.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Refusal("missing", "These hours were already removed.");
    }
    await logAudit({ trx, app, who }, "week.changed", `therapist ${therapist.id}`, {
      ...row,
      // "null" would say nothing to a company with one kind.
      kinds: row.kinds ?? undefined,
    });
  });
}

/** Deletes weekly hours. Slots that were made from them stay. */
export function deleteHours(app: App, who: Who, therapist: Therapist, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const dropped = await trx
      .deleteFrom("weekly_hours")
      .where("id", "=", id)
      .where("therapist_id", "=", therapist.id)
      .returning(["days", "start_time", "end_time"])
      .executeTakeFirst();
    if (!dropped) return;
    await logAudit({ trx, app, who }, "week.changed", `therapist ${therapist.id}`, { dropped });
  });
}

export interface Hours {
  id: number;
  days: number[];
  startTime: string;
  endTime: string;
  interval: number;
  /** The IDs of the kinds of visits that the hours are for. Without them, every kind. */
  kinds?: number[] | undefined;
}
