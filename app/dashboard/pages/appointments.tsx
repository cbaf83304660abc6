import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { localDate, startOfDay } from "~/core/time";
import { shownStatus } from "~/core/visit-status";
import { supervisors } from "~/core/who";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { stepName } from "~/dashboard/board/tiles";
import { ListAppointments } from "~/dashboard/dashboard-schema";
import { shownVisit } from "~/dashboard/shown-visit";
import { AppointmentTable } from "~/dashboard/ui/lists/appointment-table";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { RacedAppointments } from "~/dashboard/ui/lists/raced-table";
import type { Db } from "~/db/open.server";
import { loadPage } from "~/http/page.server";
import { browserZone, zoneForStaff } from "~/http/request/browser-settings.server";
import { takeFlash } from "~/http/response/flash.server";
import { stepNames } from "~/orders/step";
import { viewFlash } from "~/saved-views/flash";
import { SaveView } from "~/saved-views/ui/save-view";
import { ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import { appointmentEndpoints } from "../appointments/appointment-row-fields";
import { listOtherKinds } from "../appointments/other-kinds.server";
import { listBoardChoices, listDistinctValues } from "../filter-choices.server";
import { strings } from "../strings";
import { EarlierLink } from "../ui/lists/cursor-pager";
import { ActiveFilters, Dropdown, ListForm } from "../ui/lists/filter-form";
import { NewAppointmentLink } from "../ui/new-appointment-link";

export const handle = { look: "staff", scripts: ["date-time", "board", "sheet", "live"] };
export const meta = () => [{ title: `${strings.appointments} – Firstnight` }];

const pageSize = 50;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ListAppointments }, async ({ app, input }) => {
    const { limit: _, cursor: __, ...filters } = input;
    const zone = browserZone(args.request);
    const listZone = zoneForStaff(args.request);
    const today = localDate(app.clock.now(), listZone);
    const { rows, ...cursors } = await listAppointments(
      app.reads,
      { ...input, today, limit: pageSize },
      { today: startOfDay(today, listZone), zone: listZone },
    );
    return {
      page: { ...cursors, rows: rows.map(shownVisit) },
      filters,
      race: app.config.raceEndpoints ? appointmentEndpoints.join(" ") : undefined,
      options: {
        ...(await listBoardChoices(app.reads)),
        types: await listTypes(app.reads),
        statuses: await listDistinctValues(app.reads, "status"),
      },
      zone,
      toast: await takeFlash(args, viewFlash),
    };
  });

/** The types that the list shows: visit types, and the names of kinds that aren't a company's default. */
async function listTypes(db: Db): Promise<string[]> {
  const kinds = (await listOtherKinds(db)).map(({ name }) => name);
  return [...new Set([...(await listDistinctValues(db, "visit_type")), ...kinds])].sort();
}

export default function Appointments() {
  const { page, filters, race, options, zone, toast } = useLoaderData<typeof loader>();
  const { search, type, db, status, therapist, from, to, step, sort, direction } = filters;
  const path = "/appointments";
  const list = { path, filters, zone };
  const at = (cursor: string) => listHref(path, { ...filters, cursor });
  return (
    <StaffShell
      title={strings.appointments}
      here={path}
      toast={toast}
      actions={
        <>
          <NewAppointmentLink />
          <ButtonLink href={listHref("/appointments.csv", filters)} look="quiet" data-export="">
            Export as CSV
          </ButtonLink>
          <ButtonLink href={listHref(path, filters)} look="quiet" data-refresh="">
            {strings.refresh}
          </ButtonLink>
        </>
      }
    >
      <div className="filter-line">
        <AppointmentFilters filters={filters} options={options} />
        <ActiveFilters
          labels={{
            search: search && `Search: ${search}`,
            type: type && `Type: ${type}`,
            db: db && `DB: ${db}`,
            status: status && `Status: ${shownStatus(status)}`,
            therapist: therapist && `${strings.therapist}: ${therapist}`,
            from: from && `From: ${from}`,
            to: to && `To: ${to}`,
            step: step && `${step}. ${stepName(step)}`,
          }}
          hrefWithout={(name) => listHref(path, { ...filters, [name]: undefined })}
          clearHref={listHref(path, { sort, direction })}
        >
          <EarlierLink {...page} at={at} />
          <SaveView list="appointments" filters={filters} />
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

interface AppointmentFiltersProps {
  filters: Partial<ListAppointments> & Pick<ListAppointments, "sort" | "direction">;
  options: { databases: string[]; therapists: string[]; types: string[]; statuses: string[] };
}

function AppointmentFilters({ filters, options }: AppointmentFiltersProps) {
  const { type, db, status, therapist, from, to, step } = filters;
  return (
    <ListForm
      placeholder="Search SO/Patient/DB/Status…"
      filters={filters}
      count={[type, db, status, therapist, from, to, step].filter(Boolean).length}
    >
      <Dropdown name="type" label="Type" value={type} options={options.types} />
      <Dropdown name="db" label="DB" value={db} options={options.databases} />
      <Dropdown
        name="status"
        label="Status"
        value={status}
        options={options.statuses}
        labelOf={shownStatus}
      />
      <Dropdown name="therapist" label={strings.therapist} value={therapist} options={options.therapists} />
      <Field name="from" label="From" type="date" value={from} />
      <Field name="to" label="To" type="date" value={to} />
      {step && (
        <Choice name="step" label="Step" value={String(step)}>
          <option value="">{strings.all}</option>
          {stepNames.map((name, index) => (
            <option key={name} value={index + 1}>{`${index + 1}. ${name}`}</option>
          ))}
        </Choice>
      )}
    </ListForm>
  );
}
