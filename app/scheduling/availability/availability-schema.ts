import { z } from "zod";
import { flag, instant, therapistName } from "../schema";

const date = z
  .string({ error: "Pick date range" })
  .trim()
  .min(1, "Pick date range")
  .pipe(z.iso.date("Give the date as 2026-05-12."))
  .refine((text) => text >= "2000-01-01" && text <= "2200-01-01", "Choose a date within this century.");

const time = (fallback: string) =>
  z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, "Give the time as 08:00.")
    .transform((text) => text.slice(0, 5))
    .default(fallback);

const weekday = z.coerce.number().int().min(0).max(6);

/** The bulk availability payload of part 2, section 3, with its defaults. */
export const BulkAvailability = z
  .object({
    therapist: therapistName,
    fromDate: date,
    toDate: date,
    startTime: time("08:00"),
    endTime: time("17:00"),
    interval: z.coerce
      .number()
      .refine((minutes) => [15, 30, 45, 60].includes(minutes), "The interval is 15, 30, 45 or 60 minutes.")
      .default(15),
    days: z
      .preprocess(
        (value) => (value === undefined || Array.isArray(value) ? value : [value]),
        z.array(weekday, { error: "Pick at least one weekday" }).min(1, "Pick at least one weekday").max(7),
      )
      .default([1, 2, 3, 4, 5]),
    removeExisting: flag.default(true),
    dryRun: flag.default(false),
  })
  .refine((pattern) => pattern.fromDate <= pattern.toDate, {
    path: ["toDate"],
    error: "The last day is before the first one.",
  })
  .refine((pattern) => pattern.startTime < pattern.endTime, {
    path: ["endTime"],
    error: "The end time is not after the start time.",
  });
export type BulkAvailability = z.output<typeof BulkAvailability>;

export const RemoveSlot = z.object({ therapist: therapistName, datetime: instant });
export type RemoveSlot = z.output<typeof RemoveSlot>;
