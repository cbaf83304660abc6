import { callCompany } from "~/company/call-company";
import { formatFullDay } from "~/core/time";
import { questions } from "~/messages/mail-text";
import type { PatientOfVisit } from "./patient-messages";
import { visitStrings } from "./strings";
import type { Visit } from "./visit";
import { clockInWords, patientClock } from "./visit-times";

const join = ({ meeting_link }: Visit) => meeting_link && `Join: ${meeting_link}`;
const lines = (...all: (string | null)[]) => all.filter(Boolean).join("\n");

/** What the patient's calendar entry says. */
export function forPatient(visit: Visit, { company, links, closedHours }: PatientOfVisit): string {
  const day = formatFullDay(visit.start_at, visit.patient_zone);
  return lines(
    join(visit),
    `${day} at ${clockInWords(visit)} with ${visit.therapist}`,
    closedHours !== null
      ? visitStrings.tooLateToChange(closedHours, callCompany(company))
      : links && `Change your visit: ${links.schedule}`,
    questions(company),
  );
}

export function forTherapist(visit: Visit): string {
  const patient = patientClock(visit);
  return lines(join(visit), patient && `Patient's time: ${patient}`);
}
