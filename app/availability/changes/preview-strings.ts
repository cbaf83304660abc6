import type { OutsideVisit } from "../availability-view";

const formatted = (count: number) => count.toLocaleString("en-US");
const slots = (count: number) => `${formatted(count)} free ${count === 1 ? "slot" : "slots"}`;

const reasons = {
  clock_change: "that don't exist because clocks change",
  past: "in the past",
  day_off: "on days off",
  booked: "booked",
  there: "already there",
};

interface Counted {
  inserted: number;
  skipped: number;
  skipped_because: Record<keyof typeof reasons, number>;
  removed: number;
  left_outside: readonly OutsideVisit[];
}

export function willAdd({ inserted, skipped, skipped_because, removed, left_outside }: Counted): string[] {
  const why = (Object.keys(reasons) as (keyof typeof reasons)[])
    .filter((reason) => skipped_because[reason] > 0)
    .map((reason) => `${formatted(skipped_because[reason])} ${reasons[reason]}`);
  const skip = skipped > 0 ? ` and skip ${formatted(skipped)}: ${why.join(", ")}` : "";
  const first = removed > 0 ? ` Removes ${slots(removed)} first.` : "";
  return [`Will add ${formatted(inserted)}${skip}.${first}${outsideText(left_outside)}`];
}

export function willRemove({ removed, left_outside }: Pick<Counted, "removed" | "left_outside">): string[] {
  return [`“Remove in Range” will remove ${slots(removed)}.${outsideText(left_outside)}`];
}

const outsideText = ({ length }: readonly OutsideVisit[]) =>
  length === 0
    ? ""
    : ` ${length === 1 ? "1 visit" : `${length} visits`} will be outside the remaining hours.`;

export function willBlockDays({
  removed,
  left_outside,
}: Pick<Counted, "removed" | "left_outside">): string[] {
  return [`Will remove ${slots(removed)}.${outsideText(left_outside)}`];
}
