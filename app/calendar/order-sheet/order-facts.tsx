import { languageOf } from "~/core/language/spoken-language";
import { notLoaded } from "~/orders/ui/order-details";
import { UrgentBadge, UrgentForm } from "~/orders/ui/urgent-form";
import { ButtonLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { DateTime } from "~/ui/date-time";
import { speaks } from "~/visits/interpreter";
import { whenForStaff } from "~/visits/visit-times";
import { ContactFacts, PatientFact } from "../visit-sheet/contact-facts";
import { HistoryList } from "../visit-sheet/history-list";
import { MessageLink } from "../visit-sheet/message-link";
import { OrderDetailsPlace } from "../visit-sheet/order-details-place";
import { PatientLink } from "../visit-sheet/patient-link";
import type { OrderSheetData } from "./find-order-sheet.server";

/** Shows an order's details, with or without a visit. Reuses parts of the visit sheet. */
export function OrderFacts({ sheet, zone }: { sheet: OrderSheetData; zone: string }) {
  const { order, link, details, history, visit, maySupervise } = sheet;
  const here = `/orders/${order.id}`;
  const branch = order.branch_office ?? (details?.kind === "known" ? details.meta.branch_office : null);
  return (
    <>
      <dl className="rows divided">
        <PatientFact name={order.patient_name} />
        <Fact label="Patient ID">
          {link ? (
            <PatientLink
              order={order}
              link={link}
              organizationHref={`${here}/organization?back=${encodeURIComponent(here)}`}
            />
          ) : (
            order.patient_id
          )}
        </Fact>
        <Fact label="Order step">
          {order.step}, since <DateTime at={order.step_at} zone={zone} />
          {order.closed_at !== null && " (closed)"}
        </Fact>
        <Fact label="Visit">
          {visit ? (
            <a href={`/visits/${visit.id}`} data-opens="">
              {whenForStaff(visit)}
            </a>
          ) : (
            "None booked"
          )}
        </Fact>
        <ContactFacts order={order} maySupervise={maySupervise} />
        <Fact label="Language">
          <p>{speaks({ language: languageOf(order) })}</p>
          {order.interpreter && <p>Interpreter: {order.interpreter}</p>}
          <a href={`${here}/language?back=${encodeURIComponent(here)}`} data-opens="">
            Language and interpreter…
          </a>
        </Fact>
        <Fact label="Priority">
          {order.urgent !== 1 && "Normal"}
          <UrgentBadge isUrgent={order.urgent === 1} />
          <UrgentForm
            orderId={order.id}
            patientId={order.patient_id}
            isUrgent={order.urgent === 1}
            back={here}
          />
        </Fact>
        <Fact label="Sales order">{order.sales_order_no ?? "Not Provided"}</Fact>
        <Fact label="Brightree DB">{order.brightree_db}</Fact>
        <div>
          <dt>Branch</dt>
          <dd data-branch={branch ? undefined : ""}>
            {branch ?? (details?.kind === "failed" ? notLoaded : "Not Provided")}
          </dd>
        </div>
      </dl>
      <OrderDetailsPlace order={order} details={details} here={here} />
      <HistoryList history={history} zone={zone} />
      <div className="buttons dialog-actions">
        {!visit && order.closed_at === null && (
          <ButtonLink href={`/new-appointment?order=${order.id}`}>+ New Appointment</ButtonLink>
        )}
        {maySupervise && <MessageLink order={order} />}
      </div>
    </>
  );
}
