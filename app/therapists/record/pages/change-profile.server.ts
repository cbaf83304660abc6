import type { App } from "~/boot/app.server";
import type { FlashOf } from "~/core/flash";
import type { Who } from "~/core/who";
import { unsentChannels } from "~/messages/sending-outcome.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { updateTherapist } from "../../therapists.server";
import type { profileFlash } from "../ui/profile-strings";
import type { ChangeProfile } from "./profile-schema";

export async function changeProfile(
  app: App,
  who: Who,
  input: ChangeProfile,
): Promise<FlashOf<typeof profileFlash>> {
  if (input.act === "save") {
    const { act: _, ...fields } = input;
    await updateTherapist(app, who, fields);
  } else if (input.act === "confirm") {
    const { act: _, id: __, visit, ...confirmation } = input;
    const confirmed = await confirmVisit(app, who, { appointment_id: visit, ...confirmation });
    const asked = input.meeting_link;
    if (asked !== undefined && confirmed.meeting_link !== asked) return "already-confirmed";
  } else if (input.act === "complete") await completeVisit(app, who, input.visit);
  else await cancelVisit(app, who, input.visit, null);
  const isNothingSent = unsentChannels(app).length === 2;
  return [isNothingSent ? "profile-done-without-notice" : "profile-done", input.act];
}
