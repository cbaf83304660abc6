import { languageOf } from "~/core/language/spoken-language";
import { EquipmentFact } from "~/equipment/ui/equipment-fact";
import { ActionMenu } from "~/ui/components/action-menu";
import { ButtonLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import { ClosedFact } from "~/visits/closing/ui/closed-fact";
import { speaks } from "~/visits/interpreter";
import { ContactFacts, HistoryList, MessageLink, PatientFact } from "~/visits/sheet/ui/visit-facts";
import { whenForStaff } from "~/visits/visit-times";
import { isStopped } from "../../closed-orders";
import { FollowUpFacts, NotesPart } from "../../follow-up/ui/follow-up-facts";
import { shownAge, steps } from "../../step";
import { notLoaded, OrderDetails, type OrderDetailsState } from "../../ui/order-details";
import { UrgentBadge, UrgentForm } from "../../ui/urgent-form";
import { whyWaiting } from "../../why-waiting";
import type { OrderSheetData } from "../pages/find-order-sheet.server";

/** Order, insurance, and items. The `sheet` script loads them. */
export const OrderDetailsPlace = ({ order, details, here }: OrderDetailsPlaceProps) => (
  <div
    data-details=""
    data-db={order.brightree_db}
    data-pid={order.patient_id}
    data-so={order.sales_order_no ?? ""}
  >
    {details ? (
      <OrderDetails state={details} />
    ) : (
      <a href={`${here}${here.includes("?") ? "&" : "?"}details=1`}>Show order, insurance, and items</a>
    )}
  </div>
);

interface OrderFactsProps {
  sheet: OrderSheetData;
  zone: string;
  /** `YYYY-MM-DD` in the user's zone. */
  today: string;
  userId: number;
}

/** Shows an order's details, with or without a visit. Reuses parts of the visit sheet. */
export function OrderFacts({ sheet, zone, today, userId }: OrderFactsProps) {
  const { order, link, details, history, visit, maySupervise } = sheet;
  const { daysInStep, waitsFor, followUp, notes, hasMoreNotes, equipment } = sheet;
  const isAdmin = usePage().staff?.roles.includes("admin");
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
          {order.closed_at !== null ? (
            " (closed)"
          ) : (
            <>
              <span className="soft under">{shownAge(daysInStep)}</span>
              {waitsFor && <p>{whyWaiting(waitsFor, zone)}</p>}
            </>
          )}
        </Fact>
        <FollowUpFacts order={order} followUp={followUp} userId={userId} today={today} back={here} />
        <ClosedFact order={order} back={here} zone={zone} />
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
        {order.has_home_visits === 1 && (
          <Fact label="ZIP code">
            <p>{order.zip ?? "Not Provided"}</p>
            <a href={`${here}/zip?back=${encodeURIComponent(here)}`} data-opens="">
              {order.zip ? "Change…" : "Add…"}
            </a>
          </Fact>
        )}
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
        <EquipmentFact
          orderId={order.id}
          equipment={equipment}
          missingAt={visit?.equipment_missing_at ?? null}
          back={here}
        />
        {order.nights && (
          <Fact label="First 90 nights">
            <a href={`/orders/${order.id}/nights`}>
              {order.nights === "followed" ? "Show nights" : "Follow…"}
            </a>
          </Fact>
        )}
        {maySupervise && sheet.wait && (
          <Fact label="Waiting for a time">
            {sheet.wait.ended && sheet.wait.endedAt !== null && (
              <p>
                Ended <DateTime at={sheet.wait.endedAt} zone={zone} format="day" />: {sheet.wait.ended}
              </p>
            )}
            <a href={`/orders/${order.id}/wait`}>
              {sheet.wait.isWaiting ? "Change or remove…" : "Add to the waiting list…"}
            </a>
          </Fact>
        )}
        <Fact label="Sales order">{order.sales_order_no ?? "Not Provided"}</Fact>
        <Fact label={databaseLabel(link)}>{order.brightree_db}</Fact>
        <div>
          <dt>Branch</dt>
          <dd data-branch={branch ? undefined : ""}>
            {branch ?? (details?.kind === "failed" ? notLoaded : "Not Provided")}
          </dd>
        </div>
      </dl>
      <NotesPart orderId={order.id} notes={notes} hasMore={hasMoreNotes} zone={zone} back={here} />
      <OrderDetailsPlace order={order} details={details} here={here} />
      <HistoryList history={history} zone={zone} />
      {isAdmin && (
        <p>
          <a href={`/admin/audit?search=patient+${order.patient_id}`}>Who viewed this patient</a>
        </p>
      )}
      <OrderActions sheet={sheet} />
    </>
  );
}

/** The likeliest actions, and the others in a menu. An order that waits for a link starts with it. */
function OrderActions({ sheet: { order, visit, maySupervise, waitsFor } }: { sheet: OrderSheetData }) {
  const isOpen = order.closed_at === null;
  const back = maySupervise ? `/orders/${order.id}` : "/therapist";
  const needsLink = maySupervise && !visit && isOpen && !order.has_link;
  const isReady = needsLink && waitsFor !== null && waitsFor.step >= steps.readyToSchedule;
  const link = needsLink && (
    <ButtonLink
      key="link"
      href={`/orders/links?order=${order.id}&back=/orders/${order.id}`}
      look={isReady ? "main" : "quiet"}
      data-returns=""
    >
      Send link…
    </ButtonLink>
  );
  const [main, ...others] = [
    isReady && link,
    !visit && isOpen && (
      <ButtonLink key="book" href={`/new-appointment?order=${order.id}`} look={isReady ? "quiet" : "main"}>
        + New Appointment
      </ButtonLink>
    ),
    !isReady && link,
    maySupervise && (order.conversationId !== null || order.phone) && (
      <MessageLink key="message" order={order} />
    ),
    !isStopped(order) && (
      <ButtonLink
        key="close"
        href={`/orders/close?order=${order.id}&back=${encodeURIComponent(back)}`}
        look="quiet"
        data-returns=""
      >
        {isOpen ? "Close order…" : "Patient died or left…"}
      </ButtonLink>
    ),
  ].filter(Boolean);
  return (
    <div className="buttons dialog-actions">
      {main}
      <ActionMenu>{others}</ActionMenu>
    </div>
  );
}

interface OrderDetailsPlaceProps {
  order: { brightree_db: string; patient_id: number; sales_order_no: string | null };
  details: OrderDetailsState | null;
  here: string;
}

interface PatientLinks {
  patient_url: string | null;
  sso_url: string | null;
  hasOrderSystem: boolean;
}

/** A company without an order system has databases, but not Brightree's. */
export const databaseLabel = (link: PatientLinks | null) =>
  link?.hasOrderSystem === false ? "Database" : "Brightree DB";

interface PatientLinkProps {
  order: { patient_id: number };
  link: PatientLinks;
  /** The page where the user enters the organization code, if it is missing. */
  organizationHref: string;
}

/** Only the number without an order system. With single sign-on, a script opens the sign-in page first (open-patient.ts). */
export function PatientLink({ order, link, organizationHref }: PatientLinkProps) {
  const { patient_url: href, sso_url: signIn } = link;
  if (!href && !link.hasOrderSystem) return order.patient_id;
  if (!href) {
    return (
      <a href={organizationHref} data-opens="" data-patient-link={order.patient_id}>
        {order.patient_id}
        <span className="unseen"> in the order system: enter the organization code first</span>
      </a>
    );
  }
  return (
    <>
      <a
        href={href}
        data-patient-link={order.patient_id}
        data-sign-in={signIn ?? undefined}
        target="_blank"
        rel="noreferrer"
      >
        {order.patient_id}
        <span className="unseen"> in the order system (new tab)</span>
      </a>
      {signIn && (
        <noscript>
          {" "}
          <a href={signIn} target="_blank" rel="noreferrer">
            Sign in to the order system first
          </a>
        </noscript>
      )}
    </>
  );
}
