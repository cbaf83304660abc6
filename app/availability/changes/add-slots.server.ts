import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import type { BulkAvailability } from "../availability-schema";
import { checkPatternSize } from "../slot-limits";
import { datesOf, planSlots, startsPerWeek } from "../slot-plan";
import { type ChangedSlots, changeSlots } from "./change-slots.server";
import { wholeDays } from "./delete-slots.server";

/**
 * Adds the slots of a pattern to a therapist's calendar; `removed` are the free ones that
 * `removeExisting` took away first. With `dryRun` everything is counted and nothing written.
 *
 * Refuses another therapist (missing), more than 366 days or 20,000 starts (invalid).
 */
export async function addSlots(app: App, who: Who, input: BulkAvailability): Promise<ChangedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  checkPatternSize(input);
  const zone = zoneOrUtc(therapist.timezone);
  return changeSlots(app, who, therapist, {
    kind: "added",
    range: input,
    perWeek: startsPerWeek(input),
    take: (days) => (input.removeExisting ? wholeDays(datesOf({ ...input, ...days })) : []),
    put: (days) => planSlots({ ...input, ...days }, zone),
    dryRun: input.dryRun,
  });
}
