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
  batch: number | null;
}

// The cookie holds numbers only: anyone who forges one can't choose the text.
const acts: Record<AvailabilityFlash["done"], (numbers: number[]) => Said> = {
  added: ([inserted, generated, skipped, removed, batch]) => ({
    text: `✅ Added: ${inserted} (generated ${generated}, skipped ${skipped}, removed ${removed})`,
    batch: batch || null,
  }),
  removed: ([removed, batch]) => ({ text: `🗑️ Removed: ${removed}`, batch: batch || null }),
  undone: ([taken, back]) => ({ text: `Undone: ${taken} slots removed, ${back} restored.`, batch: null }),
};

export function flashFrom(done: AvailabilityFlash): string {
  const numbers =
    done.done === "added"
      ? [done.inserted, done.generated, done.skipped, done.removed, done.batch_id ?? 0]
      : done.done === "removed"
        ? [done.removed, done.batch_id ?? 0]
        : [done.taken, done.back];
  return ["availability", done.done, ...numbers].join(".");
}

/** Texts of part 2, section 8. Null for any other flash value. */
export function flashText(word: string | null): Said | null {
  const [, act, numbers = ""] =
    /^availability\.(added|removed|undone)((?:\.\d{1,12}){2,5})$/.exec(word ?? "") ?? [];
  if (!act) return null;
  return acts[act as AvailabilityFlash["done"]](numbers.split(".").slice(1).map(Number));
}
