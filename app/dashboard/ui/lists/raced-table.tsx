import type { Person } from "../../list-people.server";
import type { ShownVisit } from "../../shown-visit";
import { AppointmentTable } from "./appointment-table";
import { PeopleTable } from "./people-table";

const statuses = ["submitted", "confirmed", "completed", "cancelled", "pending", "other"];

const sampleVisit = (status: string, id: number): ShownVisit => ({
  id,
  status,
  start_at: 0,
  end_at: 0,
  submitted_at: null,
  timezone: "UTC",
  patient_zone: "UTC",
  therapist: "",
  therapist_id: 0,
  patient_id: 0,
  patient_name: null,
  region: "",
  brightree_db: "",
  visit_type: "",
  language: "en",
  interpreter: null,
  interpreter_arranged: false,
  change_asked: false,
  late_minutes: null,
  call_me: false,
  interpreter_note: null,
  patient_confirmed: false,
  no_show_reason: null,
  cancel_reason: null,
});

export function RacedAppointments({ list }: { list: Omit<Parameters<typeof AppointmentTable>[0], "rows"> }) {
  return (
    <template id="raced-table">
      <AppointmentTable {...list} rows={statuses.map(sampleVisit)} />
      <AppointmentTable {...list} rows={[]} />
    </template>
  );
}

const samplePerson: Person = {
  key: "sample",
  therapist_id: null,
  name: "",
  email: "",
  phone: "",
  role: "",
  status: "",
  company: "",
};

export function RacedPeople({ filters }: Pick<Parameters<typeof PeopleTable>[0], "filters">) {
  return (
    <template id="raced-table">
      <PeopleTable filters={filters} people={[samplePerson]} />
      <PeopleTable filters={filters} people={[]} />
    </template>
  );
}
