import * as z from "zod";
import {
  asList,
  example,
  flag,
  instant,
  optional,
  recordId,
  shown,
  version,
  wholeNumber,
} from "~/core/fields";
import { meetingLink } from "~/visits/meeting-link";
import { NewSeatForm } from "~/visits/new-appointment/new-appointment-schema";

const mostSeats = 50;
/** In days. A longer series would be scheduled before anyone knows the therapists' days off. */
export const longestSeries = 366;

const seats = wholeNumber(2, mostSeats, `A class has 2 to ${mostSeats} seats.`);
const date = example(z.iso.date("Choose a day.").regex(/^20/, "Choose a day."), "2026-03-09");
const time = z
  .string("Enter a time like 08:00.")
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, "Enter a time like 08:00.")
  .transform((typed) => typed.slice(0, 5));
const therapists = z
  .preprocess(asList, z.array(recordId).max(10, "Choose at most 10 therapists."))
  .transform((ids) => [...new Set(ids)]);

export const ScheduleClass = z.object({
  /** The ID of a kind of visit whose mode is "class". */
  kind: recordId,
  /** The names or IDs of the therapists. The first one leads the class. */
  therapist: z.preprocess(
    asList,
    z
      .array(z.union([z.coerce.number().int().positive(), z.string().trim().min(1).max(200)]))
      .min(1, "Choose who leads the class.")
      .max(10, "Choose at most 10 therapists."),
  ),
  start: instant,
  /** The default is the kind's number of seats. */
  seats: optional(seats),
  /** The last day of a weekly series, in the class's time zone. */
  repeat_until: optional(date),
  meeting_link: optional(meetingLink),
  /** If false, a class or series with warnings is refused. */
  accept: flag.optional(),
});

export const ScheduleClassForm = z.object({
  kind: recordId,
  therapist: z.coerce.number("Choose who leads the class.").int().positive("Choose who leads the class."),
  others: therapists.optional(),
  date,
  time,
  seats: optional(seats),
  repeat_until: optional(date),
  meeting_link: optional(meetingLink),
  accept: flag.catch(false),
});

export const ChangeClass = z.object({
  id: recordId,
  start: instant.optional(),
  therapist: optional(
    z.preprocess(
      asList,
      z.array(z.union([z.coerce.number().int().positive(), z.string().trim().min(1).max(200)])),
    ),
  ),
  seats: optional(seats),
  meeting_link: optional(meetingLink),
  version,
  accept: flag.optional(),
});

export const ChangeClassForm = z.object({
  id: recordId,
  date,
  time,
  therapist: z.coerce.number().int().positive(),
  others: therapists.optional(),
  seats,
  meeting_link: optional(meetingLink),
  version,
  accept: flag.catch(false),
});

export const ClassId = z.object({ id: recordId, version });
export const ClassPage = z.object({ id: recordId });

export const NewClassPage = z.object({ kind: recordId.optional().catch(undefined) });

export const ClassesPage = z.object({ when: z.enum(["past"]).optional().catch(undefined) });

export const AddToClassPage = z.object({
  id: recordId,
  q: z.string().trim().max(100).optional().catch(undefined),
});

export const AddToClass = NewSeatForm.omit({ class: true }).extend({ id: recordId });

export const ListClasses = z.object({
  kind: optional(recordId),
  therapist: optional(z.string().trim().max(200)),
  region: optional(z.string().trim().max(60)),
  company: optional(z.string().trim().max(200)),
  from: instant.optional(),
  to: instant.optional(),
});

export const ClassJson = z.object({
  id: z.int(),
  /** The ID of the kind of visit. */
  kind: z.int(),
  name: example(z.string(), "Setup class"),
  start: z.iso.datetime(),
  end: example(z.iso.datetime(), "2026-03-09T14:30:00.000Z"),
  therapist: shown.therapist,
  therapists: z.array(shown.therapist),
  place: example(z.string(), "Asheville branch").nullable(),
  seats: example(z.int(), 6),
  seats_taken: example(z.int(), 4),
  seats_left: example(z.int(), 2),
  meeting_link: shown.link.nullable(),
  /** The same for all classes of a weekly series. */
  series: z.string().nullable(),
  status: z.enum(["scheduled", "cancelled"]),
  version: z.int(),
});

export const ScheduledClasses = z.object({
  success: z.literal(true),
  classes: z.array(ClassJson),
  /** The days of the series without a class, and why. */
  skipped: z.array(z.object({ start: z.iso.datetime(), reason: z.string() })),
});

export const ChangedClass = z.object({ success: z.literal(true), class: ClassJson });
