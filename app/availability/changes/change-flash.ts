import type { Flash } from "~/core/flash";

/** What was done to a therapist's availability, as one page leaves it for the next to say. */
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
  | { done: "undone"; taken: number; back: number };

interface Said {
  text: string;
  /** What undoes it; null where nothing can. */
  batch: number | null;
}

// A word for a cookie holds numbers alone: who writes the cookie writes no sentence.
const acts: Record<AvailabilityFlash["done"], (numbers: number[]) => Said> = {
  added: ([inserted, generated, skipped, removed, batch]) => ({
    text: `✅ Added: ${inserted} (generated ${generated}, skipped ${skipped}, removed ${removed})`,
    batch: batch || null,
  }),
  removed: ([removed, batch]) => ({ text: `🗑️ Removed: ${removed}`, batch: batch || null }),
  undone: ([taken, back]) => ({ text: `Undone: ${taken} slots taken away, ${back} put back.`, batch: null }),
};

/** A word without blanks, fit for a cookie. */
export function flashFrom(done: AvailabilityFlash): Flash {
  const numbers =
    done.done === "added"
      ? [done.inserted, done.generated, done.skipped, done.removed, done.batch_id ?? 0]
      : done.done === "removed"
        ? [done.removed, done.batch_id ?? 0]
        : [done.taken, done.back];
  return `availability.${done.done}.${numbers.join(".")}`;
}

/** What such a word says, in the words of part 2, section 8; null for any other one. */
export function flashText(word: string | null): Said | null {
  const [, act, numbers = ""] =
    /^availability\.(added|removed|undone)((?:\.\d{1,12}){2,5})$/.exec(word ?? "") ?? [];
  if (!act) return null;
  return acts[act as AvailabilityFlash["done"]](numbers.split(".").slice(1).map(Number));
}
