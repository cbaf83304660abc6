import { formatClock } from "~/core/time";
import { CommunicationMarks } from "~/visits/ui/communication";
import { PatientName } from "~/visits/ui/patient";
import type { NextVisit } from "../find-next-visits.server";
import { RunningLateForm } from "./running-late-form";
import { toldLine } from "./told-line";

interface NextVisitsProps {
  visits: NextVisit[];
  zone: string;
  isOwn: boolean;
  back: string;
}

/** Visits in progress or starting soon, each with a button that notifies the patient of a delay. */
export function NextVisits({ visits, zone, isOwn, back }: NextVisitsProps) {
  return (
    <div id="next-visits" data-live="">
      {visits.length > 0 && (
        <section className="panel next-visits" aria-label="This hour">
          <ul>
            {visits.map((visit) => (
              <li key={visit.id} id={`next-${visit.id}`}>
                <span>
                  <b>{formatClock(visit.start_at, zone)}</b> Patient ID{" "}
                  <a className="num" href={`${back}&visit=${visit.id}`} data-opens="">
                    {visit.patient_id}
                  </a>
                  <PatientName name={visit.patient_name} />
                  <CommunicationMarks visit={visit} />
                </span>
                <RunningLateForm visit={visit} isOwn={isOwn} back={back} small />
                <Told text={toldLine(visit, visit.phone, zone)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export const Told = ({ text }: { text: string | null }) => text && <p className="soft">{text}</p>;
