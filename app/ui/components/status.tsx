import type { ReactNode } from "react";

const known = new Set(["submitted", "confirmed", "completed", "cancelled", "pending"]);

/** A visit's status: always its word, with a mark of its own and the colour of part 2, section 4. */
export function StatusBadge({ status }: { status: string }) {
  const name = status.toLowerCase();
  return <span className={`status ${known.has(name) ? name : "other"}`}>{status}</span>;
}

/** A count or a short word beside a title; `dawn` where it waits for the reader. */
export function Badge({ dawn, children }: { dawn?: boolean; children: ReactNode }) {
  return <span className={dawn ? "badge dawn" : "badge"}>{children}</span>;
}
