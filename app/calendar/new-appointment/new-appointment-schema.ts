import { z } from "zod";
import { filled, flag, instant, recordId, text } from "~/core/fields";
import { therapistName } from "~/therapists/therapist-schema";
import { IdempotencyKey, meetingLink } from "~/visits/schema";

const blankless = (value: unknown) => (value === "" ? undefined : value);

const date = z.iso.date().regex(/^20/);

/** What the page's address holds; what makes no sense there is as if it were not. */
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
  /** The visit that was just made. */
  made: recordId.optional().catch(undefined),
});
export type NewAppointmentPage = z.output<typeof NewAppointmentPage>;

/** "2026-05-12T13:00:00.000Z|Dana Reyes": an alternative whose button was pressed. */
const offered = z
  .string()
  .max(300)
  .regex(/^[^|]+\|./, "Choose a time.")
  .transform((value) => {
    const [datetime = "", ...therapist] = value.split("|");
    return { datetime, therapist: therapist.join("|") };
  })
  .pipe(z.object({ datetime: instant, therapist: therapistName }));

/**
 * The form: a free time of the day's list, or "other" with a time on the therapist's clock, or the
 * alternative whose button was pressed.
 */
export const NewAppointmentForm = z.object({
  order: recordId,
  therapist: recordId,
  date: z.string({ error: "Choose a day." }).pipe(date),
  slot: z.preprocess(blankless, z.union([z.literal("other"), instant], "Choose a time.").optional()),
  time: z.preprocess(
    blankless,
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, "Give the time as 08:00.")
      .transform((typed) => typed.slice(0, 5))
      .optional(),
  ),
  offered: z.preprocess(blankless, offered.optional()),
  visit_type: z.preprocess(blankless, filled(40).default("Setup")),
  meeting_link: z.preprocess(blankless, meetingLink.optional()),
  note: text(500).default(""),
  status: z.enum(["submitted", "confirmed"], "Choose how it is booked.").default("submitted"),
  sms_consent: flag.catch(false),
  accept: flag.catch(false),
  idempotency_key: IdempotencyKey.optional(),
});
export type NewAppointmentForm = z.output<typeof NewAppointmentForm>;
