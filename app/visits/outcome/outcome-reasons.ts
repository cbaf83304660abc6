import { closeReasons } from "~/orders/closed-orders";

export const noShowReasons = {
  patient_absent: "Patient didn't come",
  unreachable: "Couldn't reach the patient",
  technical: "Technical problem",
  other: "Another reason",
} as const;
export type NoShowReason = keyof typeof noShowReasons;

export const cancelReasons = {
  patient_request: "Patient asked to cancel",
  therapist_unavailable: "Therapist not available",
  equipment_not_arrived: "Equipment hasn't arrived",
  insurance: "Insurance",
  duplicate: "Duplicate booking",
  other: "Another reason",
} as const;
export type CancelReason = keyof typeof cancelReasons;

export function outcomeReason(visit: {
  status: string;
  no_show_reason: NoShowReason | null;
  cancel_reason: CancelReason | null;
}): string | null {
  if (visit.status === "no show") return visit.no_show_reason && noShowReasons[visit.no_show_reason];
  if (visit.status === "cancelled") return visit.cancel_reason && cancelReasons[visit.cancel_reason];
  return null;
}

export function reasonInDetails(details: string | null): string | null {
  const reason: unknown = details ? JSON.parse(details).reason : null;
  const labels: Record<string, string> = { ...closeReasons, ...cancelReasons, ...noShowReasons };
  return typeof reason === "string" ? (labels[reason] ?? null) : null;
}
