import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { zoneOrUtc } from "~/core/time";
import { supervisors } from "~/core/who";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { boardHref } from "~/dashboard/board/tiles";
import { ListAppointments } from "~/dashboard/dashboard-schema";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { loadPage } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { OtherZones } from "~/visits/ui/other-zones";
import { PatientOfVisit } from "~/visits/ui/patient";
import { strings } from "../strings";
import { EmptyList } from "../ui/empty-list";
import { confirmColumn } from "../ui/lists/visit-columns";

export const handle = { look: "staff", scripts: ["date-time", "sheet", "live"] };
export const meta = () => [{ title: `${strings.unconfirmed} – Firstnight` }];

const Shown = ListAppointments.pick({ db: true, therapist: true, cursor: true });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: Shown }, async ({ app, input }) => {
    const { cursor: _, ...filters } = input;
    const list = { status: "submitted", sort: "date", direction: "asc", limit: 100 } as const;
    return {
      filters,
      zone: browserZone(args.request),
      page: await listAppointments(app.reads, { ...input, ...list }),
    };
  });

export default function Unconfirmed() {
  const { filters, zone, page } = useLoaderData<typeof loader>();
  return (
    <BoardPopup title={strings.unconfirmed} filters={filters}>
      <Table
        caption={strings.unconfirmed}
        rows={page.rows}
        rowKey={(visit) => visit.id}
        empty={
          <EmptyList>
            {filters.db || filters.therapist ? strings.noUnconfirmedForFilters : strings.noUnconfirmed}
          </EmptyList>
        }
        stacks
        columns={[
          { head: "Patient ID", align: "name", cell: (visit) => <PatientOfVisit visit={visit} /> },
          { head: "Brightree DB", align: "id", cell: (visit) => visit.brightree_db },
          { head: "Therapist", align: "name", cell: (visit) => visit.therapist },
          {
            head: "Date and Time",
            align: "when",
            cell: (visit) => {
              const clock = zone ?? zoneOrUtc(visit.timezone);
              return (
                <>
                  <DateTime at={visit.start_at} zone={clock} format="day" />,{" "}
                  <DateTime at={visit.start_at} zone={clock} format="time" /> –{" "}
                  <DateTime at={visit.end_at} zone={clock} format="time" />{" "}
                  <DateTime at={visit.start_at} zone={clock} format="zone" />
                  <OtherZones visit={visit} zone={clock} />
                </>
              );
            },
          },
          confirmColumn,
        ]}
      />
      <CursorPager {...page} at={(cursor) => listHref(`${boardHref}/unconfirmed`, { ...filters, cursor })} />
    </BoardPopup>
  );
}
