import { localHour } from "~/core/time";

export interface CallHours {
  from: number;
  to: number;
}

/**
 * Calls are allowed only during texting hours, which are within 8 AM to 9 PM (47 CFR 64.1200(c)(1)).
 * @returns the allowed hours, like "9 AM to 8 PM", if now is outside them; null otherwise
 */
export function outsideCallHours(now: number, zone: string, { from, to }: CallHours): string | null {
  const at = localHour(now, zone);
  return at >= from && at < to ? null : `${clockHour(from)} to ${clockHour(to)}`;
}

const clockHour = (hours: number) => `${((hours + 11) % 12) + 1} ${hours % 24 < 12 ? "AM" : "PM"}`;
