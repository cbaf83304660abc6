import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { updateTherapist } from "../update-therapist.server";
import { cancelVisit } from "../visits/cancel-visit.server";
import { completeVisit } from "../visits/complete-visit.server";
import { confirmVisit } from "../visits/confirm-visit.server";
import type { ChangeRecord } from "./record-schema";

/** Does what a form of the therapist's record asks for; each act refuses what it refuses elsewhere. */
export async function changeRecord(app: App, who: Who, input: ChangeRecord): Promise<void> {
  if (input.act === "save") {
    const { act: _, ...fields } = input;
    return updateTherapist(app, who, fields);
  }
  if (input.act === "confirm") {
    await confirmVisit(app, who, { appointment_id: input.visit, meeting_link: input.meeting_link });
  } else if (input.act === "complete") await completeVisit(app, who, input.visit);
  else await cancelVisit(app, who, input.visit);
}
