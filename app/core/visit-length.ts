import { hour, minute } from "./time";

export const visitLength = 45 * minute;

export const longestVisit = 12 * hour;
