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

const nothingSent = "Texts and email aren't set up, so nothing was sent.";

/** Shown in place of `done` if no channel has a provider. */
export const doneWithoutNotice: Record<ProfileAction, string> = {
  confirm: `Appointment confirmed. ${nothingSent}`,
  complete: `Marked as completed. ${nothingSent}`,
  cancel: `Appointment cancelled. ${nothingSent}`,
  save: profileResults.save.done,
};

export const linkRequired = "Meeting link is required.";
export const askToCancel = "Are you sure you want to cancel this appointment?";

export const profileFlash = {
  "already-confirmed": alreadyConfirmed,
  "profile-done": (act: ProfileAction) => profileResults[act].done,
  "profile-done-without-notice": (act: ProfileAction) => doneWithoutNotice[act],
};
