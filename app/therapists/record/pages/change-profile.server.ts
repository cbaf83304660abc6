import type { App } from "~/boot/app.server";
import type { Flash } from "~/core/flash";
import type { Who } from "~/core/who";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { updateTherapist } from "../../therapists.server";
import type { ChangeProfile } from "./profile-schema";

/** @returns the key of the flash message */
export async function changeProfile(app: App, who: Who, input: ChangeProfile): Promise<Flash> {
  if (input.act === "save") {
    const { act: _, ...fields } = input;
    await updateTherapist(app, who, fields);
  } else if (input.act === "confirm") {
    const { act: _, id: __, visit, ...confirmation } = input;
    const confirmed = await confirmVisit(app, who, { appointment_id: visit, ...confirmation });
    if (confirmed.meeting_link !== input.meeting_link) return "already-confirmed";
  } else if (input.act === "complete") await completeVisit(app, who, input.visit);
  else await cancelVisit(app, who, input.visit);
  return `profile-${input.act}`;
}
