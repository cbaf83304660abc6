import { formatClock, formatFullDay, formatWhen, zoneOrUtc } from "~/core/time";
import type { Times } from "../visit-times";

/** The therapist's and the patient's times if they differ from the list's: "9:00 AM CDT", or "therapist …, patient …". */
export function otherZones({ start_at: at, timezone, patient_zone: patient }: Times, zone: string): string {
  const therapist = zoneOrUtc(timezone);
  const clockIn = (other: string) =>
    formatFullDay(at, other) === formatFullDay(at, zone) ? formatClock(at, other) : formatWhen(at, other);
  const [own, first, second] = [zone, therapist, patient].map((each) => formatWhen(at, each));
  if (first === second) return first === own ? "" : clockIn(therapist);
  return [first !== own && `therapist ${clockIn(therapist)}`, second !== own && `patient ${clockIn(patient)}`]
    .filter(Boolean)
    .join(", ");
}

export function OtherZones({ visit, zone }: { visit: Times; zone: string }) {
  const text = otherZones(visit, zone);
  return text && <span className="soft under">{text}</span>;
}
