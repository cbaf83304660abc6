/** Imported visits can have other statuses. They are only displayed. */
type VisitStatus = "submitted" | "confirmed" | "completed" | "cancelled" | "pending" | "no show";

const transitions: Record<string, readonly VisitStatus[]> = {
  submitted: ["confirmed", "cancelled"],
  confirmed: ["completed", "cancelled", "no show"],
  pending: ["submitted", "confirmed", "cancelled"],
};

export function mayBecome(from: string, to: VisitStatus): boolean {
  return transitions[from]?.includes(to) ?? false;
}
