import { formatPhone } from "~/core/phone";
import { formatFull, formatWhen, iso, zoneOrUtc } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { notLoaded, OrderDetails } from "~/orders/ui/order-details";
import { WebLink } from "~/ui/breaking-address";
import { Fact } from "~/ui/components/fact";
import { StatusBadge } from "~/ui/components/status";
import { usePage } from "~/ui/page-context";
import { interpreterText, speaks } from "~/visits/interpreter";
import { reasonOf } from "~/visits/outcome/outcome-reasons";
import { ConfirmedMark } from "~/visits/ui/communication";
import { DayMarkBadges } from "~/visits/ui/day-mark-badges";
import { OwnTime } from "~/visits/ui/own-time";
import { whenForStaff } from "~/visits/visit-times";
import { toldLine } from "../running-late/told-line";
import { EarlierFact } from "./earlier-fact";
import type { VisitSheetData } from "./find-visit-sheet.server";
import { HelperFact } from "./helper-fact";
import { PatientLink } from "./patient-link";
import { TextsState } from "./texts-state";
import { VisitActions } from "./visit-actions";

interface VisitDetailsProps {
  sheet: VisitSheetData;
  /** The sheet's own address. */
  here: string;
  /** Where its actions return to. */
  back: string;
  /** Closes the sheet. */
  close?: string;
}

function PatientFact({ name }: { name: string | null }) {
  const { hidesNames } = usePage();
  return (
    name &&
    !hidesNames && (
      <Fact label="Patient">
        <b>{name}</b>
      </Fact>
    )
  );
}

const updatesNames = {
  text: "By text",
  email: "By email",
  phone: "By phone call. Automated texts and emails are off.",
};

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
            <PatientLink visit={visit} link={link} back={here} maySetUp={maySupervise} />
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
        {order?.phone && (
          <Fact label="Patient's phone">
            <a href={`tel:${order.phone}`}>{formatPhone(order.phone)}</a>
          </Fact>
        )}
        {order?.phone && (
          <Fact label="Texts">
            <TextsState consent={order.consent} threadId={maySupervise ? order.threadId : null} />
          </Fact>
        )}
        {order?.updates && <Fact label="Updates">{updatesNames[order.updates]}</Fact>}
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
        <div
          data-details=""
          data-db={visit.brightree_db}
          data-pid={visit.patient_id}
          data-so={visit.sales_order_no ?? ""}
        >
          {details ? (
            <OrderDetails state={details} />
          ) : (
            <a href={`${here}${here.includes("?") ? "&" : "?"}details=1`}>Show order, insurance and items</a>
          )}
        </div>
      ) : (
        <p>Order details aren't available for this visit.</p>
      )}
      {history.length > 0 && (
        <>
          <h3 className="part-title">History</h3>
          <ul className="visit-history">
            {history.map(({ id, at, what, by, reason }) => (
              <li key={id}>
                {what}
                {reason && ` (${reason})`}
                {by && ` by ${by}`} <span className="soft">{formatWhen(at, zone)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <VisitActions {...{ sheet, back, close }} />
    </>
  );
}
