export const appointmentEndpoints = [
  "/api/appointments",
  "/api/supervisor/appointments",
  "/api/calendar/appointments",
] as const;

export const userEndpoints = ["/api/users", "/api/admin/users", "/api/supervisor/users"] as const;

type Raw = Record<string, unknown>;

const textOf = (raw: Raw, names: readonly string[]): string => {
  const found = names.map((name) => raw[name]).find((value) => value !== undefined && value !== null);
  return typeof found === "string" || typeof found === "number" ? String(found).trim() : "";
};

/** Endpoints use different field names. */
export function nameRow(raw: Raw) {
  const instant = textOf(raw, ["datetime", "start", "start_dt"]);
  return {
    salesOrder: textOf(raw, ["sales_order_id", "so_id", "soid", "sales_order_no", "so"]),
    patient: textOf(raw, ["patient_id", "patientId", "patient", "pid"]),
    date: textOf(raw, ["date", "appointment_date", "appt_date"]) || instant.slice(0, 10),
    time: textOf(raw, ["start_time", "startTime", "time"]) || instant.slice(11, 16),
    therapist: textOf(raw, ["therapist", "therapist_name", "therapistName"]),
    db: textOf(raw, ["brightree_db", "db", "database"]),
    type: textOf(raw, ["visit_type", "type"]),
    status: textOf(raw, ["status"]),
  };
}
