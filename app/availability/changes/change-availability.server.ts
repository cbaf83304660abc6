import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import type { ChangeAvailability } from "../availability-schema";
import { addSlots } from "./add-slots.server";
import type { AvailabilityFlash } from "./change-flash";
import { willAdd, willRemove } from "./preview-strings";
import { removeSlot, removeSlots } from "./remove-slots.server";
import { undoBatch } from "./undo-batch.server";

/** "preview" counts what the other buttons would change and writes nothing. */
export async function changeAvailability(
  app: App,
  who: Who,
  input: ChangeAvailability,
): Promise<AvailabilityFlash | { done: "nothing"; sentences: string[] }> {
  const own = await ownTherapistOfId(app.reads, who, input.id);
  if (input.act === "undo") return { done: "undone", ...(await undoBatch(app, who, own, input.batch)) };
  const therapist = own.name;
  if (input.act === "remove-slot") {
    return { done: "removed", ...(await removeSlot(app, who, { therapist, datetime: input.datetime })) };
  }
  const pattern = { ...input, therapist, dryRun: input.act === "preview" };
  if (input.act === "add") return { done: "added", ...(await addSlots(app, who, pattern)) };
  if (input.act === "remove") return { done: "removed", ...(await removeSlots(app, who, pattern)) };
  const added = await addSlots(app, who, pattern);
  const removed = await removeSlots(app, who, pattern);
  return { done: "nothing", sentences: [...willAdd(added), ...willRemove(removed)] };
}
