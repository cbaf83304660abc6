import { inReadersLanguage } from "~/core/language/current-language";
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
import { hasSameClock } from "~/core/zones/zone-difference";
import { visitStrings } from "./strings";
import type { Visit } from "./visit";

export type Times = Pick<Visit, "start_at" | "timezone" | "patient_zone"> &
  Partial<Pick<Visit, "other_zone">>;

/** "Tue, May 12, 9:00 AM EDT", in the patient's zone, followed by the other hour if the patient chose between two. */
export const whenForPatient = (visit: Times) =>
  formatWhen(visit.start_at, visit.patient_zone) + inBrackets(otherClock(visit));

/** `whenForPatient` for a text message. */
export const whenInText = (visit: Times) =>
  formatInText(visit.start_at, visit.patient_zone) + inBrackets(otherClock(visit, formatInText));

const inBrackets = (clock: string | null) => (clock ? ` (${clock})` : "");

/** "4:00 AM HST", with the day if it differs. Null if the patient wasn't asked or both zones have the same hour. */
function otherClock({ start_at, patient_zone, other_zone }: Times, format = formatWhen): string | null {
  if (!other_zone || hasSameClock(start_at, patient_zone, other_zone)) return null;
  const isSameDay = formatFullDay(start_at, other_zone) === formatFullDay(start_at, patient_zone);
  return (isSameDay ? formatClock : format)(start_at, other_zone);
}

/** "9:00 AM CDT (Central Time)", or "9:00 AM CDT (Central Time) = 4:00 AM HST (Hawaii-Aleutian Time)" */
export function clockInWords(visit: Times): string {
  const { start_at, patient_zone, other_zone } = visit;
  const time = formatClock(start_at, patient_zone);
  const clock = fill(visitStrings.clock, { time, zone: zoneName(start_at, patient_zone) });
  const other = otherClock(visit);
  if (!other || !other_zone) return clock;
  return `${clock} = ${fill(visitStrings.clock, { time: other, zone: zoneName(start_at, other_zone) })}`;
}

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
export const factsForPatient = (visit: Times & Described) => [
  capitalized(formatFullDay(visit.start_at, visit.patient_zone)),
  clockInWords(visit),
  ...howForPatient(visit),
];

/** "Visit with Dana Reyes at Main Branch, 60 minutes" and "Address: 12 Oak Street" */
export const howForPatient = (visit: Described & Pick<Visit, "start_at">): string[] => [
  fill(sentenceOf(visit), {
    therapist: visit.therapist,
    minutes: (visit.end_at - visit.start_at) / minute,
    kind: kindName(visit),
    place: visit.place?.name ?? "",
  }),
  ...(visit.place ? [fill(visitStrings.address, { address: visit.place.address })] : []),
];

type Described = Pick<Visit, "end_at" | "therapist" | "call_me" | "mode" | "place" | "kind" | "kind_es">;

/** In the current language. */
export const kindName = ({ kind, kind_es }: Pick<Visit, "kind" | "kind_es">) =>
  inReadersLanguage({ en: kind, es: kind_es });

function sentenceOf({ mode, place, call_me: isCall }: Described): string {
  const { inPersonVisit, phoneVisit, videoVisit } = visitStrings;
  if (mode === "branch" || mode === "home") return inPersonVisit[mode];
  if (mode === "class") return place ? inPersonVisit.classAt : inPersonVisit.class;
  return isCall ? phoneVisit : videoVisit;
}

/** Where a visit in person takes place, for a text; null for a visit by video or phone. */
export const whereInText = ({ mode, place }: Pick<Visit, "mode" | "place">): string | null => {
  if (place) return fill(visitStrings.text.at, { place: place.name, address: place.address });
  return mode === "home" ? visitStrings.text.atHome : null;
};

export const factsForTherapist = (visit: Times) => [
  formatFullDay(visit.start_at, zoneOrUtc(visit.timezone)),
  whenForStaff(visit, formatClock),
];
