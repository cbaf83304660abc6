import { hour, minute } from "~/core/time";

/** The length of a visit that has no end of its own (part 1, section 9). */
export const visitLength = 45 * minute;

/** No visit lasts longer: what began before this is over. */
export const longestVisit = 12 * hour;
