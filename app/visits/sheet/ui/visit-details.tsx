import { formatFull, iso, zoneOrUtc } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { EquipmentFact } from "~/equipment/ui/equipment-fact";
import { needsLink } from "~/kinds/kind-schema";
import { describeWish } from "~/offers/describe-wish";
import type { HelperView } from "~/orders/helper/helper-view.server";
import { databaseLabel, OrderDetailsPlace, PatientLink } from "~/orders/sheet/ui/order-facts";
import { notLoaded } from "~/orders/ui/order-details";
import { UrgentBadge, UrgentForm } from "~/orders/ui/urgent-form";
import { WebLink } from "~/ui/breaking-address";
import { Fact } from "~/ui/components/fact";
import { StatusBadge } from "~/ui/components/status";
import { usePage } from "~/ui/page-context";
import { toldLine } from "~/week/ui/told-line";
import { interpreterText, speaks } from "../../interpreter";
import { dayMarksOf } from "../../late/day-marks";
import { outcomeReason } from "../../outcome/outcome-reasons";
import { VisitAnswers } from "../../questions/ui/visit-answers";
import { ConfirmedMark } from "../../ui/communication";
import { DayMarkBadges } from "../../ui/day-mark-badges";
import { isJoinable, JoinVisit } from "../../ui/join-visit";
import { OwnTime } from "../../ui/own-time";
import { whenForStaff } from "../../visit-times";
import type { VisitSheetData } from "../pages/find-visit-sheet.server";
import { VisitActions } from "./visit-actions";
import { ContactFacts, HistoryList, PatientFact } from "./visit-facts";

const texts = { given: "gets texts", withdrawn: "opted out of texts", none: "hasn't agreed to texts" };

const EarlierFact = ({ sheet: { visit, wish }, order, here }: EarlierFactProps) => (
  <Fact label="Earlier time">
    {wish?.wanted ? describeWish(wish) : "Not requested"}
    <UrgentBadge isUrgent={order.urgent === 1} />
    <UrgentForm
      orderId={visit.order_id}
      patientId={visit.patient_id}
      isUrgent={order.urgent === 1}
      back={here}
    />
  </Fact>
);

interface VisitDetailsProps {
  sheet: VisitSheetData;
  here: string;
  back: string;
  close?: string;
}

export function VisitDetails({ sheet, here, back, close }: VisitDetailsProps) {
  const { visit, note, outcomeNote, bookingReason, link, order, details, helper, history, maySupervise } =
    sheet;
  const branch = order?.branch_office ?? (details?.kind === "known" ? details.meta.branch_office : null);
  const zone = zoneOrUtc(visit.timezone);
  const told = toldLine(visit, order?.phone, zone);
  return (
    <>
      {isJoinable(visit) && (
        <p className="buttons">
          <JoinVisit visit={visit} id="join-sheet" look={sheet.isEnded ? "quiet" : undefined} />
        </p>
      )}
      <dl
        className="rows divided"
        data-state={String([visit.version, ...dayMarksOf(visit).map(({ text }) => text)])}
      >
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
          {outcomeReason(visit) && <p>{outcomeReason(visit)}</p>}
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
        {order && isActive(visit.status) && (
          <EquipmentFact
            orderId={visit.order_id}
            equipment={sheet.equipment}
            missingAt={visit.equipment_missing_at}
            back={here}
          />
        )}
        {order && isActive(visit.status) && <EarlierFact sheet={sheet} order={order} here={here} />}
        {order && <Fact label="Order step">{order.step}</Fact>}
        <Fact label={databaseLabel(link)}>{visit.brightree_db}</Fact>
        <div>
          <dt>Branch</dt>
          <dd data-branch={branch ? undefined : ""}>
            {branch ?? (details?.kind === "failed" ? notLoaded : "Not Provided")}
          </dd>
        </div>
        {visit.shown_type !== visit.visit_type && <Fact label="Kind of visit">{visit.shown_type}</Fact>}
        {visit.place && (
          <Fact label="Place">
            <p>{visit.place.name}</p>
            <p>{visit.place.address}</p>
          </Fact>
        )}
        {visit.mode === "home" && (
          <Fact label="ZIP code">
            <p>{visit.zip ?? "Not Provided"}</p>
            {link && (
              <a href={`/orders/${visit.order_id}/zip?back=${encodeURIComponent(here)}`} data-opens="">
                {visit.zip ? "Change…" : "Add…"}
              </a>
            )}
          </Fact>
        )}
        {visit.meeting_link ? (
          <Fact label="Meeting link">
            <WebLink href={visit.meeting_link} />
          </Fact>
        ) : (
          !needsLink(visit) && <Fact label="Meeting link">Not needed</Fact>
        )}
        {bookingReason && <Fact label="Reason for booking before step 4">{bookingReason}</Fact>}
        {note && <Fact label="Note">{note}</Fact>}
      </dl>
      {sheet.questions && (
        <>
          <h3 className="part-title">Questions before the visit</h3>
          <dl className="rows divided">
            <VisitAnswers visitId={visit.id} page={sheet.questions} />
          </dl>
        </>
      )}
      {link ? (
        <OrderDetailsPlace order={visit} details={details} here={here} />
      ) : (
        <p>Order details aren't available for this visit.</p>
      )}
      <HistoryList history={history} zone={zone} />
      <VisitActions sheet={sheet} back={back} close={close} />
    </>
  );
}

interface EarlierFactProps {
  sheet: VisitSheetData;
  order: NonNullable<VisitSheetData["order"]>;
  here: string;
}

function HelperFact({ helper, href }: { helper: HelperView | null; href: string }) {
  const { hidesNames } = usePage();
  if (!helper) {
    return (
      <Fact label="Helper">
        <a href={href} data-opens="">
          Add a helper
        </a>
      </Fact>
    );
  }
  const { name, relation, phone, email } = helper;
  const contact = [phone && helper.texts && `${phone} (${texts[helper.texts]})`, email];
  return (
    <Fact label="Helper">
      {[!hidesNames && name, relation, ...contact].filter(Boolean).join(", ")}{" "}
      <a href={href} data-opens="">
        Change helper
      </a>
    </Fact>
  );
}
