import { formatFull, localDate, zoneOrUtc } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";
import type { Visit } from "~/visits/visit";
import { whenForStaff } from "~/visits/visit-times";
import { bookedVisitHref, newAppointmentHref } from "./new-appointment-href";

export function BookedVisit({ visit }: { visit: Visit }) {
  const { hidesNames } = usePage();
  const name = hidesNames ? null : visit.patient_name;
  const patient = `${name ? `${name}, patient` : "Patient"} ${visit.patient_id}`;
  const zone = zoneOrUtc(visit.timezone);
  const next =
    visit.status === "confirmed"
      ? "The visit is confirmed. The patient will get the meeting link and an invitation."
      : "The visit still needs to be confirmed.";
  return (
    <Notice tone="good" role="status">
      <h2>Visit booked</h2>
      <p>{`${patient}, with ${visit.therapist} on ${whenForStaff(visit, formatFull)}.`}</p>
      <p>{next}</p>
      <p className="buttons">
        <ButtonLink href={bookedVisitHref({ id: visit.id, therapistId: visit.therapist_id })}>
          Open visit
        </ButtonLink>
        <ButtonLink
          href={`/therapist/day?therapist=${visit.therapist_id}&date=${localDate(visit.start_at, zone)}`}
          look="quiet"
        >
          Day sheet
        </ButtonLink>
        <ButtonLink href={newAppointmentHref({})} look="quiet">
          Book another appointment
        </ButtonLink>
      </p>
    </Notice>
  );
}
