import { invalidField } from "~/core/refusal";
import { localHour, zoneOrUtc } from "~/core/time";

/** @throws Refusal "invalid" for a region in Arizona with a zone that has daylight saving time, which Arizona hasn't */
export function requireZoneInRegion(region: string, timezone: string): void {
  const zone = zoneOrUtc(timezone);
  const hasSavingTime =
    localHour(Date.UTC(2026, 0, 15, 12), zone) !== localHour(Date.UTC(2026, 6, 15, 12), zone);
  if (region !== "AZ" || !hasSavingTime) return;
  throw invalidField(
    "timezone",
    "Arizona has no daylight saving time, but this time zone does. Choose the time zone of Arizona.",
  );
}
