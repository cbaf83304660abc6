import { ButtonLink } from "~/ui/components/button";
import { StatusBadge } from "~/ui/components/status";
import { whenForStaff } from "~/visits/visit-times";
import type { Work } from "../../conversation/find-work.server";
import { strings } from "../../strings";

/** Leads from the conversation to the visit and the order. */
export function PatientWork({ work }: { work: Work }) {
  if (!work) return null;
  const { visit, step, isOpen, orderId } = work;
  return (
    <section id="about-work">
      <h3>{strings.nextVisit}</h3>
      {visit ? (
        <>
          <p>
            <a href={`/visits/${visit.id}`} data-opens="">
              {whenForStaff(visit)}
            </a>{" "}
            {strings.withTherapist(visit.therapist)} <StatusBadge status={visit.status} />
          </p>
          <p className="buttons">
            {visit.status === "submitted" && (
              <ButtonLink href={`/visits/${visit.id}/confirm`} size="small" data-opens="">
                {strings.confirmVisit}
              </ButtonLink>
            )}
            <ButtonLink href={`/visits/${visit.id}/move`} look="quiet" size="small" data-opens="">
              {strings.moveVisit}
            </ButtonLink>
          </p>
        </>
      ) : (
        <p>
          {strings.noVisit} {isOpen && <a href={`/new-appointment?order=${orderId}`}>{strings.bookVisit}</a>}
        </p>
      )}
      <p className="soft">{`${strings.orderStep}: ${step}`}</p>
    </section>
  );
}
