import { formatWhen, zoneOrUtc } from "~/core/time";
import { usePage } from "~/ui/page-context";
import type { Times } from "../visit-times";

/** The start in the viewer's time zone, if that differs from the therapist's and the patient's times. */
export function OwnTime({ visit: { start_at, timezone, patient_zone } }: { visit: Times }) {
  const { browserZone } = usePage();
  if (!browserZone) return null;
  const own = formatWhen(start_at, browserZone);
  const others = [zoneOrUtc(timezone), patient_zone].map((zone) => formatWhen(start_at, zone));
  return others.includes(own) ? null : <span className="soft under">Your time: {own}</span>;
}
