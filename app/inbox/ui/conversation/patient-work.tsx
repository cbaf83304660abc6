import { ButtonLink } from "~/ui/components/button";
import { StatusBadge } from "~/ui/components/status";
import { interpreterNeed, interpreterText, speaks } from "~/visits/interpreter";
import { ConfirmedMark } from "~/visits/ui/communication";
import { DayMarkBadges } from "~/visits/ui/day-mark-badges";
import { whenForStaff } from "~/visits/visit-times";
import type { Work } from "../../conversations/find-work.server";

interface PatientWorkProps {
  work: Work;
  language: string;
  back: string;
}

export function PatientWork({ work, language, back }: PatientWorkProps) {
  if (!work) return null;
  const { visit, isEnded, step, isOpen, orderId, interpreter } = work;
  return (
    <section id="about-work">
      <h3>{isEnded ? "Visit without an outcome" : "Next visit"}</h3>
      {visit ? (
        <>
          <p>
            <a href={`/visits/${visit.id}`} data-opens="">
              {whenForStaff(visit)}
            </a>{" "}
            {`with ${visit.therapist}`} <StatusBadge status={visit.status} /> <ConfirmedMark visit={visit} />
            <DayMarkBadges visit={visit} />
          </p>
          <p className="buttons">
            {visit.status === "submitted" && !isEnded && (
              <ButtonLink href={`/visits/${visit.id}/confirm`} size="small" data-opens="">
                Confirm
              </ButtonLink>
            )}
            <ButtonLink href={`/visits/${visit.id}/move`} look="quiet" size="small" data-opens="">
              Move…
            </ButtonLink>
          </p>
        </>
      ) : (
        <p>None booked. {isOpen && <a href={`/new-appointment?order=${orderId}`}>Book a visit</a>}</p>
      )}
      <p>
        {speaks({ language })}
        {visit?.interpreter
          ? `. ${interpreterText(visit)}`
          : interpreter && `. ${interpreterNeed(interpreter)}`}
      </p>
      <p>
        <a href={`/orders/${orderId}/language?back=${encodeURIComponent(back)}`} data-opens="">
          Language and interpreter…
        </a>
      </p>
      <p className="soft">{`Order: ${step}`}</p>
    </section>
  );
}
