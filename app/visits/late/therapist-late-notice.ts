import { fill } from "~/core/language/strings";
import { formatClock } from "~/core/time";
import type { VisitNotice } from "../notices/visit-notices";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { factsForPatient } from "../visit-times";

export function therapistLateNotice(visit: Visit, minutes: number): VisitNotice {
  const { therapist, start_at, patient_zone, call_me: isCall } = visit;
  const link = isCall ? null : visit.meeting_link;
  const { runningLateNext, runningLateNextCall } = visitStrings.lead;
  return {
    kind: "therapist-late",
    sms: fill(visitStrings.text.runningLate, {
      therapist,
      minutes,
      time: formatClock(start_at, patient_zone),
    }),
    smsLink: visitStrings.text.yourVisit,
    subject: visitStrings.subject.runningLate,
    lead: fill(visitStrings.lead.runningLate, { therapist, minutes }),
    facts: factsForPatient(visit),
    next: isCall ? runningLateNextCall : runningLateNext,
    button: link ? { label: visitStrings.joinVisit, href: link } : undefined,
  };
}
