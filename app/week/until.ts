import { day, hour, minute } from "~/core/time";

/**
 * How far away a visit is: "in 25 min", "in 2 h 10 min", "started 5 min ago". Empty if it starts in more than a day or is
 * over. Instants in ms UTC.
 */
export function untilText({ start, end }: { start: number; end: number }, now: number): string {
  if (now >= end || start - now >= day) return "";
  if (now >= start) {
    const minutes = Math.floor((now - start) / minute);
    return minutes === 0 ? "starts now" : `started ${lengthText(minutes)} ago`;
  }
  return `in ${lengthText(Math.ceil((start - now) / minute))}`;
}

function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor((minutes * minute) / hour), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(" ");
}
