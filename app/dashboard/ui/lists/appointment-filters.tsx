import { shownStatus } from "~/core/visit-status";
import { stepNames } from "~/orders/step";
import { Choice, Field } from "~/ui/components/field";
import type { ListAppointments } from "../../dashboard-schema";
import { strings } from "../../strings";
import { Dropdown } from "./dropdown";
import { ListForm } from "./list-form";

interface AppointmentFiltersProps {
  filters: Partial<ListAppointments> & Pick<ListAppointments, "sort" | "direction">;
  options: { databases: string[]; therapists: string[]; types: string[]; statuses: string[] };
}

export function AppointmentFilters({ filters, options }: AppointmentFiltersProps) {
  const { type, db, status, therapist, from, to, step } = filters;
  return (
    <ListForm placeholder="Search SO/Patient/DB/Status…" filters={filters}>
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
