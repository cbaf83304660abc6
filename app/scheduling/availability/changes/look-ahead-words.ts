const formatted = (count: number) => count.toLocaleString("en-US");

interface Counted {
  inserted: number;
  skipped: number;
  skipped_because: Record<keyof typeof reasons, number>;
  removed: number;
}

const reasons = {
  off_the_clock: "outside the clock",
  past: "in the past",
  booked: "booked",
  there: "there already",
};

/** "Will add 312, skip 14: 8 outside the clock, 6 booked." */
export function willAdd({ inserted, skipped, skipped_because, removed }: Counted): string {
  const why = (Object.keys(reasons) as (keyof typeof reasons)[])
    .filter((reason) => skipped_because[reason] > 0)
    .map((reason) => `${formatted(skipped_because[reason])} ${reasons[reason]}`);
  const skip = skipped > 0 ? `, skip ${formatted(skipped)}: ${why.join(", ")}` : "";
  const first =
    removed > 0 ? ` It takes away ${formatted(removed)} free ${removed === 1 ? "slot" : "slots"} first.` : "";
  return `Will add ${formatted(inserted)}${skip}.${first}`;
}

/** "Remove in Range would remove 40 free slots." */
export function willRemove(removed: number): string {
  return `Remove in Range would remove ${formatted(removed)} free ${removed === 1 ? "slot" : "slots"}.`;
}
