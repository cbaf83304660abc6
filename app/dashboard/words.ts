/** What the supervisor's screens say; part 2 of the specification gives the words of most. */
export const words = {
  dashboard: "Dashboard",
  appointments: "Appointments",
  calendars: "Calendars",
  users: "Users",
  all: "ALL",
  refresh: "Refresh",
  show: "Show",
  database: "Database",
  therapist: "Therapist",
  searchAppointments: "Search SO/Patient/DB/Status…",
  noAppointments: "No appointments found from available endpoints.",
  searchUsers: "Search name/email/role/company…",
  noUsers: "No users found from available endpoints.",
  noUsersEndpoint: "No users endpoint available.",
  openCalendars: "Open calendars for this therapist",
  noVisits: "No visits in this month.",
} as const;
