import type { ReactNode } from "react";
import { seatsTaken } from "~/classes/ui/class-facts";
import { formatPhone } from "~/core/phone";
import { dialHref } from "~/core/phone-extension";
import { formatWhen, zoneOrUtc } from "~/core/time";
import type { CalendarsPage } from "~/dashboard/calendars/load-calendars.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { BulkOutcomeButtons } from "~/visits/ui/outcome-buttons";
import { PatientOfOrder, PatientOfVisit } from "~/visits/ui/patient";
import { calendarsHref, filtersOn, mostCalls, type ShowCalendars } from "../calendars/calendars-query";
import type { EquipmentRow } from "../calendars/equipment-lacks.server";
import type { WorkPage } from "../calendars/load-worklist.server";
import type { WaitingItem } from "../calendars/waiting-items.server";
import { strings } from "../strings";
import { CallsDue } from "./calls-due";
import { EmptyList } from "./empty-list";
import { Pager } from "./lists/cursor-pager";
import { SelectionBar } from "./selection-bar";
import { VisitTable } from "./visit-table";

interface WorklistProps {
  worklist: NonNullable<CalendarsPage["worklist"]>;
  query: ShowCalendars;
  zone: string | null;
  now: number;
}

export function Worklist({ worklist, query, zone, now }: WorklistProps) {
  const { overdue, ended, toConfirm, today, calls, callHours, waiting, classes, equipment } = worklist;
  const byTherapist = Boolean(query.therapist || query.region);
  const shared = { query, zone, now };
  return (
    <div id="worklist" className="stack" data-live="">
      {(overdue.visits.length > 0 || query.overdue > 1) && (
        <WorkVisits
          id="overdue"
          title="Confirmation overdue"
          lead="Patients read that the therapist would have confirmed these by now."
          pagesOf="visits with an overdue confirmation"
          list={overdue}
          {...shared}
        />
      )}
      {(ended.visits.length > 0 || query.ended > 1) && (
        <WorkVisits
          id="ended"
          title="Needs an outcome"
          pagesOf="visits that need an outcome"
          list={ended}
          {...shared}
        />
      )}
      {classes.length > 0 && <FewPatients classes={classes} />}
      {equipment.total > 0 && (
        <EquipmentTable {...equipment} back={calendarsHref({ tab: "worklist", ...filtersOn(query) })} />
      )}
      <WorkVisits
        id="needs"
        title="Needs Confirmation (next 72h)"
        pagesOf="visits to confirm"
        list={toConfirm}
        {...shared}
      />
      <WorkVisits id="today" title="Today" pagesOf="today's visits" list={today} {...shared} />
      <div className="work stack">
        <h2 id="calls">
          Patients to call{" "}
          <Badge dawn={calls.length > 0}>{calls.length < mostCalls ? calls.length : `${mostCalls}+`}</Badge>
        </h2>
        <p className="soft">
          Patients who haven't booked, or who missed a visit, and couldn't be reached by message. Longest wait
          first, up to {mostCalls}.
          {byTherapist && " Patients without a visit aren't shown while a therapist or region is chosen."}
        </p>
        <CallsDue calls={calls} hours={callHours} now={now} />
      </div>
      <div className="work stack">
        <h2 id="waiting">
          {followUp} <Badge dawn={waiting.length > 0}>{waiting.length}</Badge>
        </h2>
        <p className="soft">
          Unused links, unconfirmed visits, and failed messages. Longest wait first, up to 25 of each kind.
          {byTherapist &&
            " Unused links and failed messages aren't shown while a therapist or region is chosen."}
        </p>
        <WaitingTable waiting={waiting} back={calendarsHref({ tab: "worklist", ...filtersOn(query) })} />
      </div>
    </div>
  );
}

function FewPatients({ classes }: Pick<WorklistProps["worklist"], "classes">) {
  return (
    <div className="work stack">
      <h2 id="few">
        Classes with few patients (next 48h) <Badge dawn>{classes.length}</Badge>
      </h2>
      <p className="soft">Decide whether each of these takes place, or move its patients.</p>
      <Table
        caption="Classes with few patients"
        rows={classes}
        rowKey={(session) => session.id}
        empty={strings.noItems}
        stacks
        columns={[
          { head: "Time", align: "when", cell: (session) => formatWhen(session.start_at, session.zone) },
          { head: "Class", align: "name", cell: (session) => session.kind },
          { head: "Therapist", align: "name", cell: (session) => session.therapist },
          { head: "Seats taken", cell: (session) => seatsTaken(session) },
          {
            head: "Next",
            cell: (session) => (
              <ButtonLink href={`/classes/${session.id}`} look="quiet" size="small">
                Decide
                <span className="unseen"> on {session.kind}</span>
              </ButtonLink>
            ),
          },
        ]}
      />
    </div>
  );
}

interface EquipmentTableProps {
  rows: EquipmentRow[];
  total: number;
  back: string;
}

function EquipmentTable({ rows, total, back }: EquipmentTableProps) {
  return (
    <div className="work stack">
      <h2 id="equipment">
        Equipment not confirmed, visit within 48 hours <Badge dawn>{total}</Badge>
      </h2>
      <p className="soft">
        Also later visits whose equipment is expected too late.
        {total > rows.length && ` The first ${rows.length} are shown.`}
      </p>
      <Table
        caption="Equipment not confirmed"
        rows={rows}
        rowKey={({ visit }) => visit.id}
        empty={strings.noItems}
        stacks
        columns={[
          {
            head: "Time",
            align: "when",
            cell: ({ visit }) => formatWhen(visit.start_at, zoneOrUtc(visit.timezone)),
          },
          { head: "Patient", align: "name", cell: ({ visit }) => <PatientOfVisit visit={visit} /> },
          { head: "Equipment", cell: ({ reason }) => reason },
          {
            head: "Therapist",
            align: "name",
            cell: ({ visit }) => (
              <a href={`/therapists/${visit.therapist_id}`} data-opens="">
                {visit.therapist}
              </a>
            ),
          },
          {
            head: "Next",
            cell: ({ visit, phone, extension }) => (
              <div className="row">
                <ButtonLink
                  href={`/visits/${visit.id}/move?back=${encodeURIComponent(back)}`}
                  look="quiet"
                  size="small"
                >
                  Move<span className="unseen"> visit of patient {visit.patient_id}</span>
                </ButtonLink>
                {phone ? (
                  <ButtonLink href={dialHref(phone, extension)} look="quiet" size="small">
                    Call {formatPhone(phone)}
                  </ButtonLink>
                ) : (
                  "No number"
                )}
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

const followUp = "Follow up";

/** The query parameter of each list's page number. */
const pageFields = { overdue: "overdue", ended: "ended", needs: "needs", today: "page" } as const;

const emptyOf: Partial<Record<keyof typeof pageFields, ReactNode>> = {
  needs: strings.noneToConfirm,
  today: (
    <>
      {strings.noneToday} <a href="/appointments">{strings.upcoming}</a>
    </>
  ),
};

interface WorkVisitsProps extends Pick<WorklistProps, "query" | "zone" | "now"> {
  id: keyof typeof pageFields;
  title: string;
  lead?: string;
  pagesOf: string;
  list: WorkPage;
}

function WorkVisits({ id, title, lead, pagesOf, list, query, zone, now }: WorkVisitsProps) {
  const { overdue, ended, needs, page, select } = query;
  const here = { tab: "worklist", ...filtersOn(query), overdue, ended, needs, page } as const;
  const back = calendarsHref(here);
  const hrefWith = (chosen: string) => `${calendarsHref({ ...here, select: chosen })}#${id}`;
  const isFiltered = Object.values(filtersOn(query)).some(Boolean);
  const selected = select === id ? "page" : select === `${id}-all` ? "result" : "none";
  return (
    <div className="work stack">
      <h2 id={id}>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
      <form action="/visits/bulk" className="stack">
        <input type="hidden" name="back" value={back} />
        <VisitTable
          caption={title}
          empty={
            <EmptyList text={strings.noItems}>{isFiltered ? strings.noneForFilters : emptyOf[id]}</EmptyList>
          }
          visits={list.visits}
          acts={id === "ended" ? "outcome" : id === "today" ? undefined : "confirm"}
          select={{ allHref: hrefWith(id), isChecked: selected !== "none" }}
          zone={zone}
          now={now}
        />
        {list.visits.length > 0 && (
          <SelectionBar
            list={list}
            selected={selected}
            resultHref={hrefWith(`${id}-all`)}
            noneHref={`${back}#${id}`}
          >
            {id === "ended" && <BulkOutcomeButtons />}
          </SelectionBar>
        )}
      </form>
      <Pager
        page={query[pageFields[id]]}
        more={list.more}
        of={pagesOf}
        hrefOf={(to) => calendarsHref({ ...here, [pageFields[id]]: to })}
      />
    </div>
  );
}

function WaitingTable({ waiting, back }: { waiting: WaitingItem[]; back: string }) {
  return (
    <Table
      caption={followUp}
      rows={waiting}
      rowKey={(row) => row.key}
      empty={<EmptyList text={strings.noItems}>{strings.noFollowUp}</EmptyList>}
      stacks
      columns={[
        { head: "Reason", cell: (row) => row.reason },
        { head: "Therapist", align: "name", cell: ({ visit }) => visit?.therapist ?? "—" },
        {
          head: "Patient",
          align: "name",
          cell: ({ order, visit }) =>
            visit ? <PatientOfVisit visit={visit} /> : <PatientOfOrder order={order} />,
        },
        { head: "DB", align: "id", cell: ({ order }) => order.brightree_db },
        { head: "Sales Order #", cell: ({ order }) => order.sales_order_no ?? "—" },
        {
          head: "Next",
          cell: (row) => (
            <div className="row">
              <UnbookedActions order={row.order} unbooked={row.unbooked} back={back} />
              <ButtonLink href={row.href} look="quiet" size="small">
                {row.label}
                <span className="unseen"> for patient {row.order.patient_id}</span>
              </ButtonLink>
            </div>
          ),
        },
      ]}
    />
  );
}

type UnbookedActionsProps = Pick<WaitingItem, "order" | "unbooked"> & { back: string };

function UnbookedActions({ order, unbooked, back }: UnbookedActionsProps) {
  if (!unbooked) return null;
  const { phone, extension, hasCode } = unbooked;
  const patient = <span className="unseen"> for patient {order.patient_id}</span>;
  return (
    <>
      {hasCode && (
        <form method="post" action={`/orders/${order.id}/resend-link`}>
          <input type="hidden" name="back" value={back} />
          <Button look="quiet" size="small">
            Resend link{patient}
          </Button>
        </form>
      )}
      {phone && (
        <>
          <ButtonLink href={dialHref(phone, extension)} look="quiet" size="small">
            Call {formatPhone(phone)}
          </ButtonLink>
          <ButtonLink href={`/messages/start?order=${order.id}&about=booking`} look="quiet" size="small">
            Start SMS{patient}
          </ButtonLink>
        </>
      )}
    </>
  );
}
