import * as z from "zod";
import { flag, instant, line, optional, recordId, text } from "~/core/fields";
import { therapistName } from "~/therapists/therapist-schema";
import { meetingLink } from "../meeting-link";
import { IdempotencyKey, interpreterAnswer } from "../visit-schema";

export const longestReason = 200;

const date = z.iso.date().regex(/^20/);

export const NewAppointmentPage = z.object({
  q: z
    .string()
    .trim()
    .max(100)
    .refine((typed) => !typed.includes("\0"))
    .optional()
    .catch(undefined),
  order: recordId.optional().catch(undefined),
  therapist: recordId.optional().catch(undefined),
  date: date.optional().catch(undefined),
  /** The kind of visit. Without it, the company's default kind. */
  kind: recordId.optional().catch(undefined),
  /** The start that the form proposes. Not called `slot`, because an action reads the query, too. */
  start: instant.optional().catch(undefined),
  booked: recordId.optional().catch(undefined),
});
export type NewAppointmentPage = z.output<typeof NewAppointmentPage>;

/** The value of the button for an alternative time, like "2026-05-12T13:00:00.000Z|Dana Reyes". */
const offered = z
  .string()
  .max(300)
  .regex(/^[^|]+\|./, "Choose a time.")
  .transform((value) => {
    const [datetime = "", ...therapist] = value.split("|");
    return { datetime, therapist: therapist.join("|") };
  })
  .pipe(z.object({ datetime: instant, therapist: therapistName }));

/** The time is a free `slot`, an `offered` alternative, or `time` (in the therapist's zone) if slot is "other". */
export const NewAppointmentForm = z.object({
  order: recordId,
  therapist: recordId,
  date: z.string({ error: "Choose a day." }).pipe(date),
  slot: optional(z.union([z.literal("other"), instant], "Choose a time.")),
  time: optional(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, "Enter a time like 08:00.")
      .transform((typed) => typed.slice(0, 5)),
  ),
  offered: optional(offered),
  visit_type: optional(line(40)).transform((type) => type ?? "Setup"),
  meeting_link: optional(meetingLink),
  note: text(500).default(""),
  /** The kind of visit. Without it, the company's default kind. */
  kind: optional(recordId),
  /** Why the visit is booked before its order is ready to schedule. */
  reason: optional(line(longestReason)),
  status: z.enum(["submitted", "confirmed"], "Choose Submitted or Confirmed.").default("submitted"),
  ...interpreterAnswer,
  sms_consent: flag.catch(false),
  accept: flag.catch(false),
  idempotency_key: IdempotencyKey.optional(),
});
/** A seat in a class. */
export const NewSeatForm = z.object({
  order: recordId,
  class: recordId,
  reason: optional(line(longestReason)),
  sms_consent: flag.catch(false),
  accept: flag.catch(false),
});

export type NewAppointmentForm = z.output<typeof NewAppointmentForm>;
