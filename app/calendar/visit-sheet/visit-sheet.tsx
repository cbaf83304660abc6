import { formatFull, iso } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { notLoaded, OrderDetails } from "~/orders/ui/order-details";
import { WebAddress } from "~/ui/breaking-address";
import { ButtonLink } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { StatusBadge } from "~/ui/components/status";
import type { Visit } from "~/visits/visit";
import { whenForStaff } from "~/visits/visit-times";
import type { VisitSheetData } from "../week/find-visit-sheet.server";
import { PatientLink } from "./patient-link";

interface VisitSheetProps {
  sheet: VisitSheetData;
  here: string;
}

export function VisitSheet({ sheet, here }: VisitSheetProps) {
  const { visit, branch, note, link, details } = sheet;
  const sheetHref = `${here}${here.includes("?") ? "&" : "?"}visit=${visit.id}`;
  const known = branch ?? (details?.kind === "known" ? details.meta.branch_office : null);
  const missing = details?.kind === "failed" ? notLoaded : "Not Provided";
  return (
    <Dialog id="visit" open title="Appointment" data-sheet="">
      <a className="dialog-close beside-title" href={here} aria-label="Close">
        ×
      </a>
      <dl className="rows divided">
        <div>
          <dt>Date and time</dt>
          <dd>
            <time dateTime={iso(visit.start_at)}>{whenForStaff(visit, formatFull)}</time>
          </dd>
        </div>
        <div>
          <dt>Patient ID</dt>
          <dd>{link ? <PatientLink visit={visit} link={link} back={sheetHref} /> : visit.patient_id}</dd>
        </div>
        <div>
          <dt>Brightree DB</dt>
          <dd>{visit.brightree_db}</dd>
        </div>
        <div>
          <dt>Branch</dt>
          <dd data-branch={known ? undefined : ""}>{known ?? missing}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={visit.status} />
          </dd>
        </div>
        {visit.meeting_link && (
          <div>
            <dt>Meeting link</dt>
            <dd>
              <a href={visit.meeting_link} target="_blank" rel="noreferrer">
                <WebAddress>{visit.meeting_link}</WebAddress>
              </a>
            </dd>
          </div>
        )}
        {note && (
          <div>
            <dt>Note</dt>
            <dd>{note}</dd>
          </div>
        )}
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
            <a href={`${sheetHref}&details=1`}>Show order, insurance and items</a>
          )}
        </div>
      ) : (
        <p>Order details aren't available for this visit.</p>
      )}
      <Actions visit={visit} here={here} />
    </Dialog>
  );
}

function Actions({ visit, here }: { visit: Visit; here: string }) {
  const hrefOf = (verb: string) => `/visits/${visit.id}/${verb}?back=${encodeURIComponent(here)}`;
  return (
    <div className="buttons dialog-actions">
      {visit.status === "submitted" && (
        <ButtonLink href={hrefOf("confirm")} data-opens="">
          Confirm Appt
        </ButtonLink>
      )}
      {visit.status === "confirmed" && (
        <ButtonLink href={hrefOf("complete")} data-opens="">
          Mark as Completed
        </ButtonLink>
      )}
      {isActive(visit.status) && (
        <>
          <ButtonLink href={hrefOf("move")} look="quiet" data-opens="">
            Move…
          </ButtonLink>
          <ButtonLink href={hrefOf("cancel")} look="danger" data-opens="">
            Cancel Appt
          </ButtonLink>
        </>
      )}
      <ButtonLink href={here} look="quiet" data-close="">
        Close
      </ButtonLink>
    </div>
  );
}
