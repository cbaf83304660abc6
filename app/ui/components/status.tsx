import type { ReactNode } from "react";
import { shownStatus } from "~/core/visit-status";

const known = new Set(["submitted", "confirmed", "completed", "cancelled", "pending"]);

export function StatusBadge({ status }: { status: string }) {
  const name = status.toLowerCase();
  return <span className={`status ${known.has(name) ? name : "other"}`}>{shownStatus(status)}</span>;
}

/** `dawn` is only for things that need action. */
export function Badge({ dawn, children }: { dawn?: boolean; children: ReactNode }) {
  return <span className={dawn ? "badge dawn" : "badge"}>{children}</span>;
}
