import { fill } from "~/core/language/strings";
import {
  formatClock,
  formatFullDay,
  formatInText,
  formatWhen,
  minute,
  zoneName,
  zoneOrUtc,
} from "~/core/time";
import { visitStrings } from "./strings";
import type { Visit } from "./visit";

export type Times = Pick<Visit, "start_at" | "timezone" | "patient_zone">;

/** "Tue, May 12, 9:00 AM EDT", in the patient's zone. */
export const whenForPatient = ({ start_at, patient_zone }: Times) => formatWhen(start_at, patient_zone);

/** `whenForPatient` for a text message. */
export const whenInText = ({ start_at, patient_zone }: Times) => formatInText(start_at, patient_zone);

/** "9:00 AM EDT (Eastern Time)" */
export const clockInWords = ({ start_at, patient_zone }: Times) =>
  fill(visitStrings.clock, {
    time: formatClock(start_at, patient_zone),
    zone: zoneName(start_at, patient_zone),
  });

/** "9:00 AM CDT", with the day if it differs. Null if the therapist's time is the same. */
export function patientClock({ start_at, timezone, patient_zone }: Times): string | null {
  const zone = zoneOrUtc(timezone);
  if (formatWhen(start_at, zone) === formatWhen(start_at, patient_zone)) return null;
  const isSameDay = formatFullDay(start_at, zone) === formatFullDay(start_at, patient_zone);
  return (isSameDay ? formatClock : formatWhen)(start_at, patient_zone);
}

/** "Tue, May 12, 10:00 AM EDT · patient 9:00 AM CDT" */
export const whenForStaff = (visit: Times, format = formatWhen) => {
  const patient = patientClock(visit);
  return `${format(visit.start_at, zoneOrUtc(visit.timezone))}${patient ? ` · patient ${patient}` : ""}`;
};

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The lines of an email to the patient. The first is shown in large type. */
export const factsForPatient = (visit: Times & Pick<Visit, "end_at" | "therapist" | "call_me">) => [
  capitalized(formatFullDay(visit.start_at, visit.patient_zone)),
  clockInWords(visit),
  fill(visit.call_me ? visitStrings.phoneVisit : visitStrings.videoVisit, {
    therapist: visit.therapist,
    minutes: (visit.end_at - visit.start_at) / minute,
  }),
];

export const factsForTherapist = (visit: Times) => [
  formatFullDay(visit.start_at, zoneOrUtc(visit.timezone)),
  whenForStaff(visit, formatClock),
];
