import type { Flash } from "~/core/flash";
import { plural } from "~/core/plural";

export type AvailabilityFlash =
  | {
      done: "added";
      inserted: number;
      generated: number;
      skipped: number;
      removed: number;
      batch_id: number | null;
    }
  | { done: "removed"; removed: number; batch_id: number | null }
  | { done: "undone"; removed: number; restored: number };

interface FlashMessage {
  text: string;
  batch: number | null;
}

// The cookie holds only numbers, so a forged cookie can't choose the text.
const messages: Record<AvailabilityFlash["done"], (numbers: number[]) => FlashMessage> = {
  added: ([inserted, generated, skipped, removed, batch]) => ({
    text: `✅ Added: ${inserted} (generated ${generated}, skipped ${skipped}, removed ${removed})`,
    batch: batch || null,
  }),
  removed: ([removed, batch]) => ({ text: `🗑️ Removed: ${removed}`, batch: batch || null }),
  undone: ([removed, restored]) => ({
    text: `Undone: ${plural(removed ?? 0, "slot")} removed, ${restored} restored.`,
    batch: null,
  }),
};

export function flashFrom(done: AvailabilityFlash): Flash {
  const numbers =
    done.done === "added"
      ? [done.inserted, done.generated, done.skipped, done.removed, done.batch_id ?? 0]
      : done.done === "removed"
        ? [done.removed, done.batch_id ?? 0]
        : [done.removed, done.restored];
  return `availability.${done.done}.${numbers.join(".")}`;
}

/** The notice for a flash value; null for values from other pages. */
export function flashText(flash: string | null): FlashMessage | null {
  const [, act, numbers = ""] =
    /^availability\.(added|removed|undone)((?:\.\d{1,12}){2,5})$/.exec(flash ?? "") ?? [];
  if (!act) return null;
  return messages[act as AvailabilityFlash["done"]](numbers.split(".").slice(1).map(Number));
}
