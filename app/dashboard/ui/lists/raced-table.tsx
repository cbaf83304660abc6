import type { Person } from "~/accounts/users/pages/list-people.server";
import { PeopleTable } from "~/accounts/users/ui/people-table";
import type { ShownVisit } from "../../shown-visit";
import { AppointmentTable } from "./appointment-table";

const timeLimit = 1500;

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
  shown_type: "",
  kind_note: null,
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

/** Requests all endpoints and resolves to the first list. @throws if none returns a list within 1.5 seconds */
export function raceEndpoints(
  endpoints: readonly string[],
  query: string,
): Promise<{ endpoint: string; rows: Record<string, unknown>[] }> {
  const ask = async (endpoint: string) => {
    const response = await fetch(endpoint + query, {
      credentials: "same-origin",
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeLimit),
    });
    const rows: unknown = response.ok ? await response.json() : null;
    if (!Array.isArray(rows)) throw new Error(`${endpoint} returned ${response.status}.`);
    return { endpoint, rows: rows as Record<string, unknown>[] };
  };
  // Some supported browsers lack Promise.any.
  return new Promise((resolve, reject) => {
    let left = endpoints.length;
    for (const endpoint of endpoints) {
      ask(endpoint).then(resolve, (error) => {
        left--;
        if (left === 0) reject(error);
      });
    }
  });
}
