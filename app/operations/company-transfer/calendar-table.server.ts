import { sql } from "kysely";
import { therapists } from "./company-rows.server";
import type { TransferredTable } from "./transferred-table";

/** The calendars that therapists' busy times are read from. */
export const calendarTable: TransferredTable = {
  name: "calendars",
  key: ["id"],
  of: (company) => sql`therapist_id in ${therapists(company)}`,
  points: { therapist_id: "therapists" },
  sealed: { url_sealed: "url" },
  without: ["password_sealed", "content_hash", "computed_at", "warned_at"],
  // Counts as unread for too long, so the therapist's times are closed until the new installation reads it.
  exported: (row) => ({ ...row, created_at: 0, due_at: 0, last_read_at: null }),
};
