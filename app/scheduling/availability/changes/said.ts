/** What was done to a therapist's availability, as one page leaves it for the next to say. */
export type Done =
  | { done: "added"; inserted: number; generated: number; skipped: number; removed: number }
  | { done: "removed"; removed: number };

/** The words of part 2, section 8. */
export function doneText(done: Done): string {
  if (done.done === "removed") return `🗑️ Removed: ${done.removed}`;
  const { inserted, generated, skipped, removed } = done;
  return `✅ Added: ${inserted} (generated ${generated}, skipped ${skipped}, removed ${removed})`;
}

/** A word without blanks, fit for a cookie. */
export function wordOf(done: Done): string {
  return done.done === "removed"
    ? `availability.removed.${done.removed}`
    : `availability.added.${done.inserted}.${done.generated}.${done.skipped}.${done.removed}`;
}

/** What such a word says; null for any other one. */
export function saidBy(word: string | null): string | null {
  const [, act, ...numbers] =
    /^availability\.(added|removed)\.(\d+)(?:\.(\d+)\.(\d+)\.(\d+))?$/.exec(word ?? "") ?? [];
  const [first = 0, generated = 0, skipped = 0, removed = 0] = numbers.map((digits) => Number(digits ?? 0));
  if (act === "removed") return doneText({ done: act, removed: first });
  return act === "added" ? doneText({ done: act, inserted: first, generated, skipped, removed }) : null;
}
