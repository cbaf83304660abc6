import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { localDate, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { stepName } from "~/dashboard/board/tiles";
import { ListAppointments } from "~/dashboard/dashboard-schema";
import { shownVisit } from "~/dashboard/shown-visit";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { ActiveFilters } from "~/dashboard/ui/lists/active-filters";
import { AppointmentFilters } from "~/dashboard/ui/lists/appointment-filters";
import { AppointmentTable } from "~/dashboard/ui/lists/appointment-table";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { EarlierLink } from "~/dashboard/ui/lists/earlier-link";
import { RacedAppointments } from "~/dashboard/ui/lists/raced-table";
import { loadPage } from "~/http/page.server";
import { viewerZone } from "~/http/request/viewer-zone.server";
import { ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { appointmentEndpoints } from "../appointments/appointment-row-fields";
import { listDistinctValues, listFilterChoices } from "../filter-choices.server";
import { strings } from "../strings";
import { listHref } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["date-time", "board", "sheet", "live"] };
export const meta = () => [{ title: `${strings.appointments} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const pageSize = 50;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ListAppointments }, async ({ app, who, input }) => {
    const { limit: _, cursor: __, ...filters } = input;
    const zone = viewerZone(args.request);
    const today = localDate(app.clock.now(), zone ?? staffZone);
    const { rows, ...cursors } = await listAppointments(
      app.reads,
      { ...input, today, limit: pageSize },
      { today: startOfDay(today, zone ?? staffZone), zone: zone ?? staffZone },
    );
    return {
      staff: requireStaff(who),
      page: { ...cursors, rows: rows.map(shownVisit) },
      filters,
      race: app.config.raceEndpoints ? appointmentEndpoints.join(" ") : undefined,
      options: {
        ...(await listFilterChoices(app.reads)),
        types: await listDistinctValues(app.reads, "visit_type"),
        statuses: await listDistinctValues(app.reads, "status"),
      },
      zone,
    };
  });

const shownFilters = [
  ["search", "Search"],
  ["type", "Type"],
  ["db", "DB"],
  ["status", "Status"],
  ["therapist", strings.therapist],
  ["from", "From"],
  ["to", "To"],
  ["step", "Step"],
] as const;

export default function Appointments() {
  const { page, filters, race, options, zone } = useLoaderData<typeof loader>();
  const { sort, direction, step } = filters;
  const list = { path: "/appointments", sorted: { sort, direction }, filters, zone };
  const at = (cursor: string) => listHref("/appointments", { ...filters, cursor });
  return (
    <StaffShell
      title={strings.appointments}
      here="/appointments"
      actions={
        <>
          <ButtonLink href="/new-appointment">{strings.newAppointment}</ButtonLink>
          <ButtonLink href={listHref("/appointments.csv", filters)} look="quiet" data-export="">
            {strings.export}
          </ButtonLink>
          <ButtonLink href={listHref("/appointments", filters)} look="quiet" data-refresh="">
            {strings.refresh}
          </ButtonLink>
        </>
      }
    >
      <div className="filter-line">
        <AppointmentFilters filters={filters} options={options} />
        <ActiveFilters
          filters={shownFilters.flatMap(([name, label]) =>
            filters[name] === undefined
              ? []
              : {
                  label:
                    name === "step" && step ? `${step}. ${stepName(step)}` : `${label}: ${filters[name]}`,
                  href: listHref("/appointments", { ...filters, [name]: undefined }),
                },
          )}
          clearHref={listHref("/appointments", { sort, direction })}
        >
          {page.opensToday && page.previous && <EarlierLink href={at(page.previous)} />}
        </ActiveFilters>
      </div>
      <div id="list" className="stack" data-live="" data-failed={strings.noAppointments} data-race={race}>
        <AppointmentTable {...list} rows={page.rows} />
        <CursorPager {...page} at={at} />
      </div>
      {race && <RacedAppointments list={list} />}
    </StaffShell>
  );
}
