import { iso } from "~/core/time";
import { Button, ButtonLink } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";
import { mostVisits } from "~/visits/reassign/replacement-choice";
import { CommunicationMarks } from "~/visits/ui/communication";
import { PatientName } from "~/visits/ui/patient";
import type { Visit } from "~/visits/visit";
import { whenForStaff } from "~/visits/visit-times";

interface PendingCardProps {
  visits: Visit[];
  /** True if each visit has a meeting link, so that all can be confirmed together. */
  hasLinks: boolean;
  back: string;
}

export function PendingCard({ visits, hasLinks, back }: PendingCardProps) {
  return (
    <div id="pending" className="to-do" data-live="">
      {visits.length > 0 && <PendingVisits visits={visits} back={back} />}
      {visits.length > 1 && hasLinks && <ConfirmAll visits={visits} back={back} />}
    </div>
  );
}

type VisitsProps = Omit<PendingCardProps, "hasLinks">;

function ConfirmAll({ visits, back }: VisitsProps) {
  const confirmed = visits.slice(0, mostVisits);
  return (
    <form action="/visits/bulk">
      <input type="hidden" name="back" value={back} />
      {confirmed.map(({ id }) => (
        <input key={id} type="hidden" name="visit" value={id} />
      ))}
      <Button name="act" value="confirm" look="quiet" size="small">
        {confirmed.length === visits.length ? "Confirm all" : "Confirm the first"} {confirmed.length}
      </Button>
    </form>
  );
}

function PendingVisits({ visits, back }: VisitsProps) {
  return (
    <details className="panel folded">
      <summary className="no-marker">
        <h2>Pending Confirmations</h2>
        <Badge dawn>{visits.length}</Badge>
        <span className="fold-label when-shut">Show</span>
        <span className="fold-label when-open">Hide</span>
      </summary>
      <ul className="pending-rows">
        {visits.map((visit) => (
          <li key={visit.id} id={`pending-${visit.id}`}>
            <span>
              Patient ID{" "}
              <a className="num" href={`${back}&visit=${visit.id}`} data-opens="">
                {visit.patient_id}
              </a>
              <PatientName name={visit.patient_name} />
              <CommunicationMarks visit={visit} />
            </span>
            <time className="num" dateTime={iso(visit.start_at)}>
              {whenForStaff(visit)}
            </time>
            <ButtonLink
              href={`/visits/${visit.id}/confirm?back=${encodeURIComponent(back)}`}
              size="small"
              look="quiet"
              data-opens=""
            >
              Confirm
              <span className="unseen"> the visit for patient {visit.patient_id}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
