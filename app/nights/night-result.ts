import type { Adherence } from "./adherence";
import type { EndReason } from "./end-reasons";

export const nightResults = {
  met: "Met",
  missed: "Missed",
  in_progress: "In progress",
  unknown: "Unknown",
} as const;
export type NightResult = keyof typeof nightResults;
export const resultsInOrder = Object.keys(nightResults) as readonly NightResult[];

/** With these ends the patient doesn't use the device anymore. After the others no one knows. */
const withoutUse: readonly EndReason[] = ["returned", "stopped"];

export const resultDefinition =
  "Met: 30 nights in a row within the first 90 have 21 nights with 4 hours. Missed: no 30 nights can have them anymore, or the patient returned the device or stopped before. In progress: they still can. Unknown: it ended for another reason before, or no night has a value and it is too late. A night without a value counts as not used.";

/**
 * The result of a setup.
 * @param adherence on the day on which following the nights ended, or today
 * @param hasNights true if a night has a value
 */
export function resultOf(
  { state }: Pick<Adherence, "state">,
  { hasNights, endReason }: { hasNights: boolean; endReason: EndReason | null },
): NightResult {
  if (state === "met") return "met";
  if (endReason && withoutUse.includes(endReason)) return "missed";
  if (state === "missed") return hasNights ? "missed" : "unknown";
  return endReason ? "unknown" : "in_progress";
}
