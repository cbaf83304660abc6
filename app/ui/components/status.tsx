import type { ReactNode } from "react";
import { shownStatus } from "~/core/visit-status";

const known = new Set(["submitted", "confirmed", "completed", "cancelled", "pending"]);

/** The colors of part 2, section 4. */
export function StatusBadge({ status }: { status: string }) {
  const name = status.toLowerCase();
  return <span className={`status ${known.has(name) ? name : "other"}`}>{shownStatus(status)}</span>;
}

/** `dawn` for what needs the reader's action. */
export function Badge({ dawn, children }: { dawn?: boolean; children: ReactNode }) {
  return <span className={dawn ? "badge dawn" : "badge"}>{children}</span>;
}
