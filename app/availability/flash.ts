import type { FlashOf } from "~/core/flash";
import { plural } from "~/core/plural";

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

export const slotsRestored = (undone: { removed: number; restored: number }): AvailabilityFlash => [
  "slots-changed",
  `Undone: ${plural(undone.removed, "slot")} removed, ${undone.restored} restored.`,
  null,
];
