import { formatTime, zoneLabel } from "~/core/time";
import { needsLink } from "~/kinds/kind-schema";
import { WebLink } from "~/ui/breaking-address";
import { Fact } from "~/ui/components/fact";
import { PhoneLink, WrittenPhone } from "~/ui/components/phone-link";
import { StatusBadge } from "~/ui/components/status";
import { VisitAnswers } from "~/visits/questions/ui/visit-answers";
import { CommunicationMarks } from "~/visits/ui/communication";
import { RunningLateForm } from "../../ui/running-late-form";
import { Told } from "../../ui/todays-visits";
import { toldLine } from "../../ui/told-line";
import type { DaySheet, SheetVisit } from "../day-sheet";

interface SheetVisitsProps {
  visits: SheetVisit[];
  therapist: DaySheet["therapist"];
  isOwn: boolean;
  back: string;
}

export function SheetVisits({ visits, therapist, isOwn, back }: SheetVisitsProps) {
  const { zone } = therapist;
  return (
    <ol className="sheet">
      {visits.map((visit) => (
        <li key={visit.id} className="panel">
          <h2>
            {`${formatTime(visit.start, zone)} to ${formatTime(visit.end, zone)} ${zoneLabel(visit.start, zone)}${visit.patient_clock ? ` · patient ${visit.patient_clock}` : ""}: ${visit.patient_name ?? `patient ${visit.patient_id}`}`}
          </h2>
          <p className="soft">
            {`${visit.shown_type}, patient ID ${visit.patient_id}, ${visit.brightree_db}, sales order ${visit.sales_order_no ?? "none"} `}
            <StatusBadge status={visit.status} />
            <CommunicationMarks visit={visit} />
          </p>
          {visit.may_run_late && (
            <div className="on-screen">
              <RunningLateForm visit={visit} isOwn={isOwn} back={back} small />
            </div>
          )}
          <Told text={toldLine(visit, visit.phone, zone)} />
          <dl className="facts">
            {visit.place && (
              <Fact label="Place">
                {[visit.place.name, visit.place.address, visit.place.phone].filter(Boolean).join(", ")}
              </Fact>
            )}
            {visit.details && <Fact label="Address">{visit.details.address ?? missing}</Fact>}
            {visit.mode === "home" && <Fact label="ZIP code">{visit.zip ?? missing}</Fact>}
            <Phones visit={visit} />
            {visit.note && <Fact label="Note">{visit.note}</Fact>}
            {visit.details?.order_note && <Fact label="Order Note">{visit.details.order_note}</Fact>}
            {visit.details?.delivery_note && <Fact label="Delivery Note">{visit.details.delivery_note}</Fact>}
            {(visit.meeting_link || needsLink(visit)) && (
              <Fact label="Meeting link">
                {visit.meeting_link ? <WebLink href={visit.meeting_link} /> : missing}
              </Fact>
            )}
          </dl>
          {visit.questions && (
            <dl className="facts answers">
              <VisitAnswers visitId={visit.id} page={visit.questions} />
            </dl>
          )}
          {!visit.details && (
            <p className="no-details">
              The order system didn't respond. This phone number is the one on file. There is no address on
              file.
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

const missing = "Not Provided";

function Phones({ visit }: { visit: SheetVisit }) {
  const { phone, mobile } = visit.details ?? { phone: null, mobile: null };
  return (
    <>
      <Fact label="Phone">
        {phone ? (
          <WrittenPhone number={phone} />
        ) : visit.phone ? (
          <PhoneLink phone={visit.phone} extension={visit.phone_ext} />
        ) : (
          missing
        )}
      </Fact>
      {mobile && (
        <Fact label="Mobile">
          <WrittenPhone number={mobile} />
        </Fact>
      )}
    </>
  );
}
