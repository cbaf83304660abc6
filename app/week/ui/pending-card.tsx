import { iso } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";
import { CommunicationMarks } from "~/visits/ui/communication";
import { PatientName } from "~/visits/ui/patient";
import type { Visit } from "~/visits/visit";
import { whenForStaff } from "~/visits/visit-times";

interface PendingCardProps {
  visits: Visit[];
  back: string;
}

export function PendingCard({ visits, back }: PendingCardProps) {
  return (
    <div id="pending" data-live="">
      {visits.length > 0 && <PendingVisits visits={visits} back={back} />}
    </div>
  );
}

function PendingVisits({ visits, back }: PendingCardProps) {
  return (
    <details className="panel folded" open>
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
