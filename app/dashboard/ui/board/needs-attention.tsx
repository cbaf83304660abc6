import { listHref } from "~/core/list-href";
import { plural } from "~/core/plural";
import { zoneOrUtc } from "~/core/time";
import { Button, QuietLink } from "~/ui/components/button";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import { mostVisits } from "~/visits/reassign/replacement-choice";
import { OtherZones } from "~/visits/ui/other-zones";
import { PatientName } from "~/visits/ui/patient";
import type { NeedsAttention } from "../../board/needs-attention.server";
import { boardHref } from "../../board/tiles";
import { ago } from "../../calendars/waiting-time";
import type { BoardFilters } from "../../dashboard-schema";
import { ordersHref, ordersPageHref } from "../../orders/orders-query";
import { strings } from "../../strings";
import { ConfirmLink } from "../lists/visit-columns";
import { NumbersToCheck } from "./numbers-to-check";

interface NeedsAttentionProps {
  needs: NeedsAttention;
  filters: BoardFilters;
  zone: string | null;
  now: number;
}

export function NeedsAttentionList({ needs, filters, zone, now }: NeedsAttentionProps) {
  const { unsent } = usePage();
  const { urgent, moreUrgent, withoutOutcome, unanswered, oldestUnanswered, calls, holds, overdueOrders } =
    needs;
  const worklist = { tab: "worklist", company: filters.db, therapist: filters.therapist };
  const calm =
    urgent.length === 0 && withoutOutcome + unanswered + calls + overdueOrders === 0 && holds.length === 0;
  if (calm && !needs.hasVisits) return <FirstUse hasOrders={needs.hasOrders} filters={filters} />;
  return (
    <section
      className={!calm ? "notice dawn" : unsent.length === 0 ? "notice good" : "notice"}
      aria-labelledby="needs-me"
      id="needs"
      data-live=""
    >
      <h2 id="needs-me">Needs attention</h2>
      {calm && (
        <p>
          All visits in the next 72 hours are confirmed, no visits need an outcome, and every text has been
          answered.
          {/* The therapist of a patient without a visit is not known. */}
          {unsent.length === 0
            ? !filters.therapist && " No patients need a call."
            : unsent.length === 2
              ? " Patients get no messages, so call them about their visits."
              : ` Call patients who ${unsent[0] === "sms" ? "have no email address" : "don't get texts"}.`}
        </p>
      )}
      {urgent.length > 0 && (
        <>
          <h3>Unconfirmed visits in the next 72 hours</h3>
          <ul className="needs">
            {urgent.map((visit) => (
              <li key={visit.id}>
                <DateTime at={visit.start_at} zone={zone ?? zoneOrUtc(visit.timezone)} />
                <span className="patient">
                  <a href={`/visits/${visit.id}`} data-opens="">
                    Patient {visit.patient_id}
                  </a>
                  <PatientName name={visit.patient_name} /> · {visit.brightree_db} · {visit.therapist}
                  <OtherZones visit={visit} zone={zone ?? zoneOrUtc(visit.timezone)} />
                </span>
                <ConfirmLink visit={visit} />
              </li>
            ))}
          </ul>
          <div className="row">
            <ConfirmAll needs={needs} back={listHref(boardHref, filters)} />
            <a href={listHref("/calendars", worklist)}>
              {moreUrgent > 0
                ? `${moreUrgent.toLocaleString("en-US")} more in the worklist`
                : "Open the worklist"}
            </a>
          </div>
        </>
      )}
      {holds.length > 0 && <NumbersToCheck holds={holds} isFiltered={Boolean(filters.therapist)} />}
      {unanswered > 0 && (
        <p>
          <a href="/messages?filter=unanswered">{plural(unanswered, "text")} unanswered</a>
          {filters.therapist && strings.unfiltered}
          {oldestUnanswered && (
            <>
              {" · "}
              <a href={`/messages/${oldestUnanswered.id}?filter=unanswered`}>
                Open the oldest ({ago(oldestUnanswered.at, now)})
              </a>
            </>
          )}
          {filters.db && <span className="soft"> · {strings.inboxListsAll}</span>}
        </p>
      )}
      {calls > 0 && (
        <p>
          <a href={`${listHref("/calendars", worklist)}#calls`}>{plural(calls, "patient")} to call</a>
        </p>
      )}
      {overdueOrders > 0 && (
        <p>
          <a href={ordersPageHref(ordersHref, { owner: "me", due: "overdue", sort: "due" })}>
            {overdueOrders === 1
              ? "1 of your orders is overdue"
              : `${overdueOrders.toLocaleString("en-US")} of your orders are overdue`}
          </a>
        </p>
      )}
      {withoutOutcome > 0 && (
        <p>
          <a href={`${listHref("/calendars", worklist)}#ended`}>
            {plural(withoutOutcome, "visit needs", "visits need")} an outcome
          </a>
        </p>
      )}
      <p>
        <a href={listHref(`${boardHref}/unconfirmed`, filters)} data-opens="">
          {strings.unconfirmed}
        </a>
      </p>
    </section>
  );
}

/** A single visit has its own link. */
function ConfirmAll({ needs, back }: { needs: NeedsAttention; back: string }) {
  const { confirmable, urgent, moreUrgent } = needs;
  const count = confirmable.length;
  if (count < 2) return null;
  const isAll = count === urgent.length + moreUrgent;
  return (
    <form action="/visits/bulk" className="row">
      <input type="hidden" name="back" value={back} />
      {confirmable.map((id) => (
        <input key={id} type="hidden" name="visit" value={id} />
      ))}
      <Button name="act" value="confirm" size="small">
        {isAll ? "Confirm all" : "Confirm"} {count}…
      </Button>
      {count < Math.min(urgent.length + moreUrgent, mostVisits) && (
        <span className="soft small">Visits without a meeting link or an interpreter are left out.</span>
      )}
    </form>
  );
}

/** Before the first visit: the next thing to do. */
function FirstUse({ hasOrders, filters }: { hasOrders: boolean; filters: BoardFilters }) {
  const isAdmin = usePage().staff?.roles.includes("admin");
  return (
    <section className="notice" aria-labelledby="needs-me" id="needs" data-live="">
      <h2 id="needs-me">{hasOrders ? strings.noVisitsTitle : strings.noOrdersTitle}</h2>
      <p>{strings.firstUse}</p>
      <p>
        {hasOrders
          ? "Send a code to a patient. The patient then chooses a time."
          : isAdmin
            ? "Import your orders, or add the first patient yourself with a code."
            : "Ask your admin to import orders, or add the first patient yourself with a code."}
      </p>
      <p className="buttons">
        {!hasOrders && isAdmin && <QuietLink href="/admin/import">Import orders</QuietLink>}
        <QuietLink href={listHref(`${boardHref}/codes/new`, filters)}>Send a code to a patient</QuietLink>
      </p>
    </section>
  );
}
