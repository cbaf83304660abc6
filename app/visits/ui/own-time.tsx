import { formatWhen, zoneOrUtc } from "~/core/time";
import { usePage } from "~/ui/page-context";
import type { Visit } from "../visit";

type Times = Pick<Visit, "start_at" | "timezone" | "patient_zone">;

/** The start in the viewer's time zone, if it differs from the therapist's and the patient's. */
export function OwnTime({ visit: { start_at, timezone, patient_zone } }: { visit: Times }) {
  const { viewerZone } = usePage();
  if (!viewerZone) return null;
  const own = formatWhen(start_at, viewerZone);
  const others = [zoneOrUtc(timezone), patient_zone].map((zone) => formatWhen(start_at, zone));
  return others.includes(own) ? null : <span className="soft under">Your time: {own}</span>;
}
