import { plural } from "~/core/plural";
import { iso } from "~/core/time";
import type { Visit } from "../visit";
import { whenForStaff } from "../visit-times";
import { BulkOutcomeButtons, OutcomeButtons } from "./outcome-buttons";
import { PatientName } from "./patient";

interface CloseOutProps {
  visits: Visit[];
  back: string;
  isOpen: boolean;
}

/** After an outcome, the page unfolds the list again for the next one. */
export function CloseOut(props: CloseOutProps) {
  return (
    <div id="outcomes" className="to-do" data-live="">
      {props.visits.length > 0 && <VisitsToCloseOut {...props} />}
    </div>
  );
}

function VisitsToCloseOut({ visits, back, isOpen }: CloseOutProps) {
  const isSingle = visits.length === 1;
  const need = isSingle ? "needs" : "need";
  return (
    <details className="panel folded" open={isOpen}>
      <summary className="no-marker">
        <h2>{`${plural(visits.length, "visit")} ${need} an outcome`}</h2>
        <span className="fold-label when-shut">Show</span>
        <span className="fold-label when-open">Hide</span>
      </summary>
      <form action="/visits/bulk">
        <input type="hidden" name="back" value={`${back}&open=outcomes`} />
        <ul className="close-out">
          {visits.map((visit) => (
            <li key={visit.id} id={`outcome-${visit.id}`} className={isSingle ? "only" : undefined}>
              {!isSingle && (
                <label className="close-out-pick">
                  <input type="checkbox" name="visit" value={visit.id} />
                  <span className="unseen">Select the visit for patient {visit.patient_id}</span>
                </label>
              )}
              <span>
                Patient ID{" "}
                <a className="num" href={`${back}&visit=${visit.id}`} data-opens="">
                  {visit.patient_id}
                </a>
                <PatientName name={visit.patient_name} />
              </span>
              <time className="num" dateTime={iso(visit.start_at)}>
                {whenForStaff(visit)}
              </time>
              <OutcomeButtons visit={visit} />
            </li>
          ))}
        </ul>
        {!isSingle && (
          <p className="buttons close-out-bulk">
            <BulkOutcomeButtons />
          </p>
        )}
      </form>
    </details>
  );
}
