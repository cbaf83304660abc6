import { hour, minute } from "~/core/time";

export const visitLength = 45 * minute;

export const longestVisit = 12 * hour;
