import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import {
  asList,
  example,
  flag,
  instant,
  instantOrDate,
  line,
  optional,
  recordId,
  rowLimit,
  shown,
  wholeNumber,
} from "~/core/fields";
import { therapistName } from "~/therapists/therapist-schema";

const date = example(
  z
    .string({ error: "Pick date range" })
    .trim()
    .min(1, "Pick date range")
    .pipe(z.iso.date("Enter a date like 2026-05-12."))
    .refine((text) => text >= "2000-01-01" && text <= "2200-01-01", "Choose a date between 2000 and 2200."),
  "2026-03-09",
);

const time = (fallback: string) =>
  example(
    z
      .string()
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, "Enter a time like 08:00.")
      .transform((text) => text.slice(0, 5))
      .default(fallback),
    fallback,
  );

const weekday = z.coerce.number().int().min(0).max(6);

const weeks = wholeNumber(1, 52, "Choose 1 to 52 weeks.");

const weekdays = z
  .array(weekday, { error: "Pick at least one weekday" })
  .min(1, "Pick at least one weekday")
  .max(7);

/** The IDs of the kinds of visits that the times are for. Without them, every kind. */
const kinds = example(z.preprocess(asList, z.array(recordId).max(100)).optional(), []);

const hours = {
  startTime: time("08:00"),
  endTime: time("17:00"),
  interval: example(
    z.coerce
      .number()
      .refine((minutes) => [15, 30, 45, 60].includes(minutes), "Choose 15, 30, 45 or 60 minutes.")
      .default(15),
    15,
  ),
};

const pattern = { fromDate: date, toDate: date, ...hours };

interface Ends {
  fromDate?: string;
  toDate?: string;
  startTime?: string;
  endTime?: string;
}

function refuseReversed(ends: Ends, context: z.RefinementCtx): void {
  const { fromDate = "", toDate = fromDate, startTime = "", endTime = "24" } = ends;
  const addProblem = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (fromDate > toDate) addProblem("toDate", "The last day can't be before the first day.");
  if (startTime >= endTime) addProblem("endTime", "The end time must be after the start time.");
}

/**
 * `wholeVisits`: visits happen within the hours, instead of only starting in them. A slot is added only if its visit ends in
 * them, and removed if its visit would overlap them.
 */
export const BulkAvailability = z
  .object({
    therapist: therapistName,
    ...pattern,
    days: z.preprocess(asList, weekdays).default([1, 2, 3, 4, 5]),
    kinds,
    removeExisting: flag.default(true),
    wholeVisits: flag.optional(),
    dryRun: flag.default(false),
  })
  .superRefine(refuseReversed);
export type BulkAvailability = z.output<typeof BulkAvailability>;

const cardForm = z
  .object({
    ...pattern,
    days: z.preprocess(asList, weekdays),
    kinds,
    removeExisting: flag.default(false),
    id: recordId,
    act: z.enum(["preview", "add", "remove"]),
    back: returnPath,
  })
  .superRefine(refuseReversed);

export const ChangeAvailability = z.discriminatedUnion(
  "act",
  [
    z.object({ act: z.literal("remove-slot"), id: recordId, datetime: instant, back: returnPath }),
    z.object({ act: z.literal("undo"), id: recordId, batch: recordId, back: returnPath }),
    cardForm,
  ],
  "Choose what to do.",
);
export type ChangeAvailability = z.output<typeof ChangeAvailability>;

export const AvailabilityPage = z.object({
  id: recordId,
  slots: z.coerce.number().int().min(0).max(200_000).optional().catch(undefined),
});

export const ShowWeek = AvailabilityPage.extend({
  added: z.literal("yes").optional().catch(undefined),
});

export const ChangeWeek = z.discriminatedUnion(
  "act",
  [
    z
      .object({
        act: z.literal("keep"),
        id: recordId,
        hours: optional(recordId),
        ...hours,
        days: z.preprocess(asList, weekdays),
        kinds,
      })
      .superRefine(refuseReversed),
    z
      .object({ act: z.literal("open"), id: recordId, ...hours, days: z.preprocess(asList, weekdays), weeks })
      .superRefine(refuseReversed),
    z.object({ act: z.literal("drop"), id: recordId, hours: recordId }),
    z.object({
      act: z.enum(["preview", "apply"]),
      id: recordId,
      fromDate: optional(date),
      weeks,
      removeExisting: flag.default(false),
    }),
  ],
  "Choose what to do.",
);
export type ChangeWeek = z.output<typeof ChangeWeek>;

export const ChangeDaysOff = z.discriminatedUnion(
  "act",
  [
    z
      .object({
        act: z.enum(["preview", "add"]),
        id: recordId,
        fromDate: date,
        toDate: optional(date),
        note: line(80),
      })
      .superRefine(refuseReversed),
    z.object({ act: z.literal("remove"), id: recordId, dayOff: recordId }),
  ],
  "Choose what to do.",
);
export type ChangeDaysOff = z.output<typeof ChangeDaysOff>;

export const RemoveSlot = z.object({ therapist: therapistName, datetime: instant });
export type RemoveSlot = z.output<typeof RemoveSlot>;

export const LeftOutJson = z.object({
  id: z.number().int(),
  datetime: z.iso.datetime(),
  patient_id: shown.patientId,
});

export const ListOpenings = z.object({
  therapist: optional(therapistName),
  from: instantOrDate,
  to: instantOrDate,
  region: optional(z.string().trim().max(60)),
  limit: rowLimit(100_000),
  /** The ID of a kind of visit. Without it, times for the company's default kind. */
  kind: optional(recordId),
});
export type ListOpenings = z.output<typeof ListOpenings>;
