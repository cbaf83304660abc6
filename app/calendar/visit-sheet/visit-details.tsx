import { formatFull, iso, zoneOrUtc } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { notLoaded } from "~/orders/ui/order-details";
import { WebLink } from "~/ui/breaking-address";
import { Fact } from "~/ui/components/fact";
import { StatusBadge } from "~/ui/components/status";
import { interpreterText, speaks } from "~/visits/interpreter";
import { reasonOf } from "~/visits/outcome/outcome-reasons";
import { ConfirmedMark } from "~/visits/ui/communication";
import { DayMarkBadges } from "~/visits/ui/day-mark-badges";
import { OwnTime } from "~/visits/ui/own-time";
import { whenForStaff } from "~/visits/visit-times";
import { toldLine } from "../running-late/told-line";
import { ContactFacts, PatientFact } from "./contact-facts";
import { EarlierFact } from "./earlier-fact";
import type { VisitSheetData } from "./find-visit-sheet.server";
import { HelperFact } from "./helper-fact";
import { HistoryList } from "./history-list";
import { OrderDetailsPlace } from "./order-details-place";
import { PatientLink } from "./patient-link";
import { VisitActions } from "./visit-actions";

interface VisitDetailsProps {
  sheet: VisitSheetData;
  here: string;
  back: string;
  close?: string;
}

export function VisitDetails({ sheet, here, back, close }: VisitDetailsProps) {
  const { visit, note, outcomeNote, link, order, details, helper, history, maySupervise } = sheet;
  const branch = order?.branch_office ?? (details?.kind === "known" ? details.meta.branch_office : null);
  const zone = zoneOrUtc(visit.timezone);
  const told = toldLine(visit, order?.phone, zone);
  return (
    <>
      <dl className="rows divided" data-visit={visit.id}>
        <PatientFact name={visit.patient_name} />
        <Fact label="Date and time">
          <time dateTime={iso(visit.start_at)}>{whenForStaff(visit, formatFull)}</time>
          <OwnTime visit={visit} />
        </Fact>
        <Fact label="Patient ID">
          {link ? (
            <PatientLink
              order={visit}
              link={link}
              organizationHref={`/orders/${visit.order_id}/organization?back=${encodeURIComponent(here)}`}
            />
          ) : (
            visit.patient_id
          )}
        </Fact>
        <Fact label="Status">
          <StatusBadge status={visit.status} /> <ConfirmedMark visit={visit} />
          <DayMarkBadges visit={visit} />
          {reasonOf(visit) && <p>{reasonOf(visit)}</p>}
          {outcomeNote && <p>{outcomeNote}</p>}
        </Fact>
        {told && <Fact label="Running late">{told}</Fact>}
        <Fact label="Language">
          <p>{speaks(visit)}</p>
          {visit.interpreter && <p>{interpreterText(visit)}</p>}
          {link && (
            <a href={`/orders/${visit.order_id}/language?back=${encodeURIComponent(here)}`} data-opens="">
              Language and interpreter…
            </a>
          )}
        </Fact>
        <Fact label="Therapist">
          {maySupervise ? (
            <a href={`/therapists/${visit.therapist_id}`} data-opens="">
              {visit.therapist}
            </a>
          ) : (
            visit.therapist
          )}
        </Fact>
        {order && <ContactFacts order={order} maySupervise={maySupervise} />}
        {order && (
          <HelperFact helper={helper} href={`/visits/${visit.id}/helper?back=${encodeURIComponent(here)}`} />
        )}
        {order && isActive(visit.status) && <EarlierFact {...{ sheet, order, here }} />}
        {order && <Fact label="Order step">{order.step}</Fact>}
        <Fact label="Brightree DB">{visit.brightree_db}</Fact>
        <div>
          <dt>Branch</dt>
          <dd data-branch={branch ? undefined : ""}>
            {branch ?? (details?.kind === "failed" ? notLoaded : "Not Provided")}
          </dd>
        </div>
        {visit.meeting_link && (
          <Fact label="Meeting link">
            <WebLink href={visit.meeting_link} />
          </Fact>
        )}
        {note && <Fact label="Note">{note}</Fact>}
      </dl>
      {link ? (
        <OrderDetailsPlace order={visit} details={details} here={here} />
      ) : (
        <p>Order details aren't available for this visit.</p>
      )}
      <HistoryList history={history} zone={zone} />
      <VisitActions {...{ sheet, back, close }} />
    </>
  );
}
