import type { ReactNode } from "react";
import type { CalendarsPage } from "~/dashboard/calendars/load-calendars.server";
import { ButtonLink } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { BulkOutcomeButtons } from "~/visits/ui/outcome-buttons";
import { PatientOfOrder, PatientOfVisit } from "~/visits/ui/patient";
import { calendarsHref, filtersOn, mostCalls, type ShowCalendars } from "../calendars/calendars-query";
import type { WorkPage } from "../calendars/load-worklist.server";
import type { Waiting } from "../calendars/waiting-items.server";
import { CallsDue } from "./calls-due";
import { Pager } from "./pager";
import { SelectionBar } from "./selection-bar";
import { VisitTable, type VisitTableProps } from "./visit-table";

interface WorklistProps {
  worklist: NonNullable<CalendarsPage["worklist"]>;
  query: ShowCalendars;
  zone: string | null;
  now: number;
}

export function Worklist({ worklist, query, zone, now }: WorklistProps) {
  const { ended, toConfirm, today, calls, callHours, waiting } = worklist;
  const { needs, page, select } = query;
  const byTherapist = Boolean(query.therapist || query.region);
  const here = {
    ...{ tab: "worklist", ...filtersOn(query) },
    ...{ ended: query.ended, needs, page, select },
  } as const;
  return (
    <div id="worklist" className="stack" data-live="">
      {(ended.visits.length > 0 || query.ended > 1) && (
        <WorkVisits id="ended" title="Needs an outcome" list={ended} {...{ here, zone, now }}>
          <Pager
            page={query.ended}
            more={ended.more}
            of="visits that need an outcome"
            hrefOf={(page) => calendarsHref({ ...here, select: undefined, ended: page })}
          />
        </WorkVisits>
      )}
      <WorkVisits id="needs" title="Needs Confirmation (next 72h)" list={toConfirm} {...{ here, zone, now }}>
        <Pager
          page={query.needs}
          more={toConfirm.more}
          of="visits to confirm"
          hrefOf={(needs) => calendarsHref({ ...here, select: undefined, needs })}
        />
      </WorkVisits>
      <WorkVisits id="today" title="Today" list={today} {...{ here, zone, now }}>
        <Pager
          page={query.page}
          more={today.more}
          of="today's visits"
          hrefOf={(page) => calendarsHref({ ...here, select: undefined, page })}
        />
      </WorkVisits>
      <div className="work stack">
        <h2 id="calls">
          Patients to call{" "}
          <Badge dawn={calls.length > 0}>{calls.length < mostCalls ? calls.length : `${mostCalls}+`}</Badge>
        </h2>
        <p className="soft">
          Patients who haven't booked or who missed a visit, and who couldn't be reached by message. Longest
          wait first, up to {mostCalls}.
          {byTherapist && " Patients without a visit aren't shown while a therapist or region is chosen."}
        </p>
        <CallsDue calls={calls} hours={callHours} now={now} />
      </div>
      <div className="work stack">
        <h2 id="waiting">
          Follow up <Badge dawn={waiting.length > 0}>{waiting.length}</Badge>
        </h2>
        <p className="soft">
          Unused links, visits not confirmed, and failed messages. Longest wait first, up to 25 of each kind.
          {byTherapist &&
            " Unused links and failed messages aren't shown while a therapist or region is chosen."}
        </p>
        <WaitingTable waiting={waiting} />
      </div>
    </div>
  );
}

interface WorkVisitsProps extends Pick<VisitTableProps, "zone" | "now"> {
  id: "ended" | "needs" | "today";
  title: string;
  list: WorkPage;
  here: Pick<ShowCalendars, "select" | "ended" | "needs" | "page">;
  children: ReactNode;
}

function WorkVisits({ id, title, list, here, children, ...table }: WorkVisitsProps) {
  const { select, ...rest } = here;
  const hrefWith = (chosen?: string) => `${calendarsHref({ ...rest, select: chosen })}#${id}`;
  const selected = select === id ? "page" : select === `${id}-all` ? "result" : "none";
  return (
    <div className="work stack">
      <h2 id={id}>{title}</h2>
      <form action="/visits/bulk" className="stack">
        <input type="hidden" name="back" value={hrefWith().split("#")[0]} />
        <VisitTable
          caption={title}
          empty="No items"
          visits={list.visits}
          acts={id === "ended" ? "outcome" : id === "needs" ? "confirm" : undefined}
          select={{ allHref: hrefWith(id), isChecked: selected !== "none" }}
          {...table}
        />
        {list.visits.length > 0 && (
          <SelectionBar {...{ list, selected }} resultHref={hrefWith(`${id}-all`)} noneHref={hrefWith()}>
            {id === "ended" && <BulkOutcomeButtons />}
          </SelectionBar>
        )}
      </form>
      {children}
    </div>
  );
}

function WaitingTable({ waiting }: { waiting: Waiting[] }) {
  return (
    <Table
      caption="Needs attention"
      rows={waiting}
      rowKey={(row) => row.key}
      empty="No items"
      stacks
      columns={[
        { key: "why", head: "Reason", cell: (row) => row.reason },
        { key: "therapist", head: "Therapist", cell: (row) => row.therapist ?? "—" },
        {
          key: "patient",
          head: "Patient",
          cell: (row) =>
            row.visit === null ? (
              <PatientOfOrder order={{ ...row, id: row.order }} />
            ) : (
              <PatientOfVisit visit={{ ...row, id: row.visit }} />
            ),
        },
        { key: "db", head: "DB", cell: (row) => row.brightree_db },
        { key: "order", head: "Sales Order #", cell: (row) => row.sales_order_no ?? "—" },
        {
          key: "act",
          head: "Next",
          cell: (row) => (
            <ButtonLink href={row.href} look="quiet" size="small">
              {row.label}
              <span className="unseen"> of patient {row.patient_id}</span>
            </ButtonLink>
          ),
        },
      ]}
    />
  );
}
