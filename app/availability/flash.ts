import type { FlashOf } from "~/core/flash";
import { plural } from "~/core/plural";
import { formatLongDay, hour } from "~/core/time";

export const availabilityFlash = {
  /** @param batch the change that the notice's button undoes */
  "slots-changed": (text: string, batch: number | null) => ({ text, batch }),
};

export type AvailabilityFlash = FlashOf<typeof availabilityFlash>;

interface Added {
  inserted: number;
  generated: number;
  skipped: number;
  removed: number;
  batch_id: number | null;
}

export const slotsAdded = ({ inserted, generated, skipped, removed, batch_id }: Added): AvailabilityFlash => [
  "slots-changed",
  `✅ Added: ${inserted} (generated ${generated}, skipped ${skipped}, removed ${removed})`,
  batch_id,
];

export const slotsRemoved = ({
  removed,
  batch_id,
}: Pick<Added, "removed" | "batch_id">): AvailabilityFlash => [
  "slots-changed",
  `🗑️ Removed: ${removed}`,
  batch_id,
];

interface DaysOffAdded {
  fromDate: string;
  toDate: string;
  removed: number;
  left_outside: readonly unknown[];
  batch_id: number | null;
}

/** The page lists the affected visits after the text. */
export function daysOffAdded(added: DaysOffAdded): AvailabilityFlash {
  const { removed, left_outside, batch_id } = added;
  const visits = left_outside.length === 1 ? "1 visit is" : `${left_outside.length} visits are`;
  const affected = left_outside.length > 0 ? ` ${visits} affected:` : "";
  return [
    "slots-changed",
    `Days off added, ${daysText(added)}. ${plural(removed, "opening")} removed.${affected}`,
    batch_id,
  ];
}

/** "December 14", "December 14 to 18", or "December 30 to January 2" */
function daysText({ fromDate, toDate }: Pick<DaysOffAdded, "fromDate" | "toDate">): string {
  const [first, last] = [fromDate, toDate].map((date) =>
    formatLongDay(Date.parse(date) + 12 * hour, "UTC").replace(/^\w+, /, ""),
  );
  if (fromDate === toDate) return `${first}`;
  const isSameMonth = fromDate.slice(0, 7) === toDate.slice(0, 7);
  return `${first} to ${isSameMonth ? last?.replace(/^\w+ /, "") : last}`;
}

export const slotsRestored = (undone: { removed: number; restored: number }): AvailabilityFlash => [
  "slots-changed",
  `Undone: ${plural(undone.removed, "slot")} removed, ${undone.restored} restored.`,
  null,
];
