import { alreadyConfirmed } from "~/visits/staff-strings";
import type { ProfileAction } from "../pages/profile-schema";

export const profileResults: Record<ProfileAction, { done: string; failed: string }> = {
  confirm: {
    done: "Appointment confirmed and calendar invite sent.",
    failed: "Failed to confirm appointment.",
  },
  complete: { done: "Marked as completed and patient notified.", failed: "Failed to mark as completed." },
  cancel: { done: "Appointment cancelled and patient notified.", failed: "Failed to cancel appointment." },
  save: { done: "Saved.", failed: "Failed to save." },
};

export const linkRequired = "Meeting link is required.";
export const askToCancel = "Are you sure you want to cancel this appointment?";

/** @returns null for another page's flash key */
export function profileFlash(flash: string | null): string | null {
  if (flash === "already-confirmed") return alreadyConfirmed;
  const act = flash?.match(/^profile-(\w+)$/)?.[1];
  return act && act in profileResults ? profileResults[act as ProfileAction].done : null;
}
