import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/require-staff";
import { zoneOrUtc } from "~/core/time";
import { supervisors } from "~/core/who";
import { listAppointments } from "~/dashboard/appointments/appointment-rows.server";
import { home } from "~/dashboard/board/tiles";
import { ListAppointments } from "~/dashboard/schema";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { read } from "~/http/page.server";
import { viewerZone } from "~/http/request/viewer-zone.server";
import { Table } from "~/ui/components/table";
import { When } from "~/ui/date-time";
import { words } from "../strings";
import { addressOf } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["when"] };
export const meta = () => [{ title: `${words.allUnconfirmed} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const Shown = ListAppointments.pick({ db: true, therapist: true, cursor: true });

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: Shown }, async ({ app, who, input }) => ({
    staff: asStaff(who),
    place: { db: input.db, therapist: input.therapist },
    zone: viewerZone(args.request),
    page: await listAppointments(app.reads, {
      ...input,
      status: "submitted",
      sort: "date",
      direction: "asc",
      limit: 100,
    }),
  }));
}

export default function Unconfirmed() {
  const { staff, place, zone, page } = useLoaderData<typeof loader>();
  return (
    <BoardPopup title={words.allUnconfirmed} staff={staff} place={place}>
      <Table
        caption={words.allUnconfirmed}
        rows={page.rows}
        rowKey={(visit) => visit.id}
        empty={words.noRows}
        columns={[
          { key: "patient", head: "Patient ID", align: "right", cell: (visit) => visit.patient_id },
          { key: "db", head: "Brightree DB", cell: (visit) => visit.brightree_db },
          { key: "therapist", head: "Therapist", cell: (visit) => visit.therapist },
          {
            key: "when",
            head: "Date and Time",
            align: "when",
            cell: (visit) => {
              const clock = zone ?? zoneOrUtc(visit.timezone);
              return (
                <>
                  <When at={visit.start_at} zone={clock} format="day" />,{" "}
                  <When at={visit.start_at} zone={clock} format="time" /> –{" "}
                  <When at={visit.end_at} zone={clock} format="time" />{" "}
                  <When at={visit.start_at} zone={clock} format="zone" />
                </>
              );
            },
          },
        ]}
      />
      <CursorPager {...page} at={(cursor) => addressOf(`${home}/unconfirmed`, { ...place, cursor })} />
    </BoardPopup>
  );
}
