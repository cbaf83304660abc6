import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { addDays, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import { slotKindIds } from "~/kinds/slot-kind";
import { type ReplacedSlots, replaceSlots } from "../changes/change-slots.server";
import { wholeDays } from "../changes/delete-slot-rows.server";
import { checkPatternSize } from "../slot-limits";
import { datesOf, type PlannedSlot, planSlots } from "../slot-plan";
import { listHours } from "./weekly-hours.server";

type Therapist = Row<"therapists">;

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Turns the weekly hours into slots in one batch, from today by default. A time in two entries counts once, for the kinds of both. */
export async function applyWeek(
  app: App,
  who: Who,
  therapist: Therapist,
  input: { fromDate?: string | undefined; weeks: number; removeExisting: boolean; dryRun: boolean },
): Promise<ReplacedSlots> {
  const zone = zoneOrUtc(therapist.timezone);
  const fromDate = input.fromDate ?? localDate(app.clock.now(), zone);
  const range = { fromDate, toDate: addDays(fromDate, input.weeks * 7 - 1) };
  const hours = await listHours(app.reads, therapist.id);
  if (hours.length === 0) throw invalidField("weeks", "There are no weekly hours yet. Add some first.");
  const patterns = hours.map((entry) => ({ ...entry, ...range }));
  checkPatternSize(...patterns);
  return replaceSlots(app, who, therapist, {
    kind: "pattern",
    range,
    clear: input.removeExisting ? wholeDays(datesOf({ ...range, days: everyDay })) : [],
    plan: merge(
      patterns.flatMap(({ kinds, ...pattern }) => planSlots(pattern, zone, kinds && JSON.stringify(kinds))),
    ),
    dryRun: input.dryRun,
  });
}

function merge(planned: PlannedSlot[]): PlannedSlot[] {
  const starts = new Map<number, PlannedSlot>();
  const skipped: PlannedSlot[] = [];
  for (const slot of planned) {
    if (slot.start === null) skipped.push(slot);
    else {
      const other = starts.get(slot.start);
      starts.set(slot.start, other ? { ...slot, kinds: kindsOfBoth(slot.kinds, other.kinds) } : slot);
    }
  }
  return [...[...starts.values()].sort((a, b) => (a.start ?? 0) - (b.start ?? 0)), ...skipped];
}

const kindsOfBoth = (one: string | undefined, other: string | undefined) =>
  one === undefined || other === undefined
    ? undefined
    : JSON.stringify([...new Set([...slotKindIds(one), ...slotKindIds(other)])].sort((a, b) => a - b));
