import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import type { BulkAvailability } from "../availability-schema";
import { checkPatternSize } from "../slot-limits";
import { datesOf, planSlots } from "../slot-plan";
import { wholeDays } from "./delete-slot-rows.server";
import { type ReplacedSlots, replaceSlots } from "./replace-slots.server";

export async function addSlots(app: App, who: Who, input: BulkAvailability): Promise<ReplacedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  checkPatternSize(input);
  return replaceSlots(app, who, therapist, {
    kind: "added",
    range: input,
    clear: input.removeExisting ? wholeDays(datesOf(input)) : [],
    plan: planSlots(input, zoneOrUtc(therapist.timezone)),
    dryRun: input.dryRun,
  });
}
