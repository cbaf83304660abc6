import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { addDays, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type ChangedSlots, changeSlots } from "../changes/change-slots.server";
import { wholeDays } from "../changes/delete-slots.server";
import { checkPatternSize } from "../slot-limits";
import { datesOf, type PlannedSlot, planSlots, type SlotPattern } from "../slot-plan";
import type { Hours } from "./hours";

type Therapist = Row<"therapists">;

const everyDay = [0, 1, 2, 3, 4, 5, 6];

const mostHours = 21;

export async function listHours(db: Db, therapistId: number): Promise<Hours[]> {
  const rows = await db
    .selectFrom("weekly_hours")
    .selectAll()
    .where("therapist_id", "=", therapistId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, days, start_time, end_time, interval }) => ({
    id,
    days: days.split(",").map(Number),
    startTime: start_time,
    endTime: end_time,
    interval,
  }));
}

/** Hours are offered once the week is applied. @throws Refusal "missing"; "invalid" for more than 21 */
export function saveHours(
  app: App,
  who: Who,
  therapist: Therapist,
  { id, days, startTime, endTime, interval }: Omit<Hours, "id"> & { id: number | undefined },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const row = {
      days: [...new Set(days)].sort().join(),
      start_time: startTime,
      end_time: endTime,
      interval,
    };
    if (id === undefined) {
      if ((await listHours(trx, therapist.id)).length >= mostHours) {
        throw invalidField("days", `A week has at most ${mostHours} entries.`);
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
      if (numUpdatedRows === 0n) throw new Refusal("missing", "These hours are no longer in the week.");
    }
    await logAudit(trx, app, who, {
      action: "week.changed",
      subject: `therapist ${therapist.id}`,
      details: row,
    });
  });
}

/** Slots made from these hours stay. */
export function deleteHours(app: App, who: Who, therapist: Therapist, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const dropped = await trx
      .deleteFrom("weekly_hours")
      .where("id", "=", id)
      .where("therapist_id", "=", therapist.id)
      .returning(["days", "start_time", "end_time"])
      .executeTakeFirst();
    if (!dropped) return;
    await logAudit(trx, app, who, {
      action: "week.changed",
      subject: `therapist ${therapist.id}`,
      details: { dropped },
    });
  });
}

/** Applies the usual week from today by default, as one batch. A time in two entries counts once. */
export async function applyWeek(
  app: App,
  who: Who,
  therapist: Therapist,
  input: { fromDate?: string | undefined; weeks: number; removeExisting: boolean; dryRun: boolean },
): Promise<ChangedSlots> {
  const zone = zoneOrUtc(therapist.timezone);
  const fromDate = input.fromDate ?? localDate(app.clock.now(), zone);
  const range = { fromDate, toDate: addDays(fromDate, input.weeks * 7 - 1) };
  const hours = await listHours(app.reads, therapist.id);
  if (hours.length === 0) throw invalidField("weeks", "The week has no hours yet. Add some first.");
  const patterns = hours.map((entry): SlotPattern => ({ ...entry, ...range }));
  checkPatternSize(...patterns);
  return changeSlots(app, who, therapist, {
    kind: "pattern",
    range,
    clear: input.removeExisting ? wholeDays(datesOf({ ...range, days: everyDay })) : [],
    plan: merge(patterns.flatMap((pattern) => planSlots(pattern, zone))),
    dryRun: input.dryRun,
  });
}

function merge(planned: PlannedSlot[]): PlannedSlot[] {
  const starts = new Map<number, PlannedSlot>();
  const skipped: PlannedSlot[] = [];
  for (const slot of planned) {
    if (slot.start === null) skipped.push(slot);
    else starts.set(slot.start, slot);
  }
  return [...[...starts.values()].sort((a, b) => (a.start ?? 0) - (b.start ?? 0)), ...skipped];
}
