import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/as-staff";
import { localDate, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { listAppointments } from "~/dashboard/appointments/appointment-rows.server";
import { listPlaces, listWordsOf } from "~/dashboard/choices.server";
import { ListAppointments } from "~/dashboard/schema";
import { addressOf } from "~/dashboard/ui/address";
import { AppointmentTable } from "~/dashboard/ui/appointment-table";
import { Dropdown } from "~/dashboard/ui/dropdown";
import { words } from "~/dashboard/words";
import { read } from "~/http/page.server";
import { viewerZone } from "~/http/viewer-zone.server";
import { staffZone } from "~/messaging/zone";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

export const handle = { look: "staff", scripts: ["when"] };
export const meta = () => [{ title: `${words.appointments} – Firstnight` }];

const pageSize = 50;

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: ListAppointments }, async ({ app, who, input }) => {
    const zone = viewerZone(args.request);
    const now = app.clock.now();
    const today = startOfDay(localDate(now, zone ?? staffZone), zone ?? staffZone);
    return {
      staff: asStaff(who),
      page: await listAppointments(app.reads, { ...input, limit: pageSize }, today),
      filters: { ...input, limit: undefined, cursor: undefined },
      places: await listPlaces(app.reads),
      types: await listWordsOf(app.reads, "visit_type"),
      statuses: await listWordsOf(app.reads, "status"),
      zone,
    };
  });
}

export default function Appointments() {
  const { staff, page, filters, places, types, statuses, zone } = useLoaderData<typeof loader>();
  const { sort, direction } = filters;
  const at = (cursor: string) => addressOf("/appointments", { ...filters, cursor });
  return (
    <StaffShell
      title={words.appointments}
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/appointments")}
      actions={
        <ButtonLink href={addressOf("/appointments", filters)} look="quiet">
          {words.refresh}
        </ButtonLink>
      }
    >
      <form method="get" className="toolbar" aria-label="Filters">
        <Field
          name="search"
          label="Search"
          type="search"
          placeholder={words.searchAppointments}
          value={filters.search}
          maxLength={100}
        />
        <Dropdown name="type" label="Type" value={filters.type} options={types} />
        <Dropdown name="db" label="DB" value={filters.db} options={places.databases} />
        <Dropdown name="status" label="Status" value={filters.status} options={statuses} />
        <Dropdown
          name="therapist"
          label={words.therapist}
          value={filters.therapist}
          options={places.therapists}
        />
        {filters.step && <input type="hidden" name="step" value={filters.step} />}
        <input type="hidden" name="sort" value={sort} />
        <input type="hidden" name="direction" value={direction} />
        <Button look="quiet">{words.show}</Button>
      </form>
      <AppointmentTable rows={page.rows} sorted={{ sort, direction }} filters={filters} zone={zone} />
      <p className="buttons">
        {page.previous && (
          <ButtonLink href={at(page.previous)} look="quiet" size="small">
            {words.previousPage}
          </ButtonLink>
        )}
        {page.next && (
          <ButtonLink href={at(page.next)} look="quiet" size="small">
            {words.nextPage}
          </ButtonLink>
        )}
      </p>
    </StaffShell>
  );
}
