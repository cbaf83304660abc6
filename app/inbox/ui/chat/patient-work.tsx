import { ButtonLink } from "~/ui/components/button";
import { StatusBadge } from "~/ui/components/status";
import { interpreterNeed, interpreterText, speaks } from "~/visits/interpreter";
import { ConfirmedMark } from "~/visits/ui/communication";
import { DayMarkBadges } from "~/visits/ui/day-mark-badges";
import { whenForStaff } from "~/visits/visit-times";
import type { Work } from "../../conversation/find-work.server";
import { strings } from "../../strings";

interface PatientWorkProps {
  work: Work;
  /** The code of the patient's language. */
  language: string;
  /** The conversation's URL. */
  back: string;
}

/** Links from the conversation to the visit and the order. */
export function PatientWork({ work, language, back }: PatientWorkProps) {
  if (!work) return null;
  const { visit, step, isOpen, orderId, interpreter } = work;
  return (
    <section id="about-work">
      <h3>{strings.nextVisit}</h3>
      {visit ? (
        <>
          <p>
            <a href={`/visits/${visit.id}`} data-opens="">
              {whenForStaff(visit)}
            </a>{" "}
            {strings.withTherapist(visit.therapist)} <StatusBadge status={visit.status} />{" "}
            <ConfirmedMark visit={visit} />
            <DayMarkBadges visit={visit} />
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
      <p>
        {speaks({ language })}
        {visit?.interpreter
          ? `. ${interpreterText(visit)}`
          : interpreter && `. ${interpreterNeed(interpreter)}`}
      </p>
      <p>
        <a href={`/orders/${orderId}/language?back=${encodeURIComponent(back)}`} data-opens="">
          {strings.changeLanguage}
        </a>
      </p>
      <p className="soft">{`${strings.orderStep}: ${step}`}</p>
    </section>
  );
}
