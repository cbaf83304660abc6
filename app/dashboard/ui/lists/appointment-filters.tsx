import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import type { ListAppointments } from "../../schema";
import { words } from "../../words";
import { Dropdown } from "./dropdown";

interface AppointmentFiltersProps {
  filters: Partial<ListAppointments>;
  options: { databases: string[]; therapists: string[]; types: string[]; statuses: string[] };
}

/** Search and dropdowns over the appointments, as a form that goes by GET. */
export function AppointmentFilters({ filters, options }: AppointmentFiltersProps) {
  const { search, type, db, status, therapist, from, to, step, sort, direction } = filters;
  return (
    <form method="get" className="toolbar filters" aria-label="Filters" data-choose="">
      <Field
        name="search"
        label="Search"
        type="search"
        placeholder={words.searchAppointments}
        value={search}
        maxLength={100}
      />
      <Dropdown name="type" label="Type" value={type} options={options.types} />
      <Dropdown name="db" label="DB" value={db} options={options.databases} />
      <Dropdown name="status" label="Status" value={status} options={options.statuses} />
      <Dropdown name="therapist" label={words.therapist} value={therapist} options={options.therapists} />
      <Field name="from" label="From" type="date" value={from} />
      <Field name="to" label="To" type="date" value={to} />
      {step && <input type="hidden" name="step" value={step} />}
      <input type="hidden" name="sort" value={sort} />
      <input type="hidden" name="direction" value={direction} />
      <p className="buttons">
        <Button look="quiet">{words.show}</Button>
      </p>
    </form>
  );
}
