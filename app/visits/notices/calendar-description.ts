import { questions } from "~/company/call-company";
import { fill } from "~/core/language/strings";
import { joinDayAndClock } from "~/core/time";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { clockInWords, patientClock, type Times } from "../visit-times";
import { type PatientOfVisit, tooLateToChange } from "./patient-messages";

const join = ({ meeting_link, call_me, therapist }: Pick<Visit, "meeting_link" | "call_me" | "therapist">) =>
  call_me
    ? fill(visitStrings.willCall, { therapist })
    : meeting_link && fill(visitStrings.joinLink, { link: meeting_link });
const lines = (...all: (string | null)[]) => all.filter(Boolean).join("\n");

// Calendars are shared, so an entry has no link that signs someone in as the patient.
const pageWithoutCode = (link: string) => new URL("/my-visit", link).href;

export function forPatient(visit: Visit, { company, links, closedHours }: PatientOfVisit): string {
  return lines(
    join(visit),
    fill(visitStrings.entry, {
      when: joinDayAndClock(visit.start_at, visit.patient_zone, clockInWords(visit)),
      therapist: visit.therapist,
    }),
    closedHours !== null
      ? tooLateToChange(closedHours, company)
      : links && fill(visitStrings.entryChange, { link: pageWithoutCode(links.schedule) }),
    questions(company),
  );
}

export function forTherapist(visit: Times & Pick<Visit, "meeting_link">): string {
  const patient = patientClock(visit);
  const { meeting_link: link } = visit;
  return lines(link && fill(visitStrings.joinLink, { link }), patient && `Patient's time: ${patient}`);
}
