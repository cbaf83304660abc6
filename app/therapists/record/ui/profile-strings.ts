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

export const profileFlash = {
  "already-confirmed": alreadyConfirmed,
  "profile-confirm": profileResults.confirm.done,
  "profile-complete": profileResults.complete.done,
  "profile-cancel": profileResults.cancel.done,
  "profile-save": profileResults.save.done,
};
