import { z } from "zod";
import { databaseName, patientId, salesOrderNo } from "~/orders/schema";

/** A yes or no from JSON or from a checkbox. */
export const flag = z.union(
  [z.boolean(), z.enum(["true", "on", "false"]).transform((word) => word !== "false")],
  {
    error: "Say whether text messages are wanted: true or false.",
  },
);

/** An instant: ISO 8601 with an offset in, milliseconds UTC out. */
export const instant = z
  .string({ error: "Choose a time." })
  .max(40, "Choose a time.")
  .pipe(z.iso.datetime({ offset: true, error: "Choose a time." }))
  .transform((text) => Date.parse(text))
  .refine((at) => at > 0 && at < 8_000_000_000_000, "Choose a time.");

export const IdempotencyKey = z
  .string()
  .trim()
  .regex(/^[\w-]{8,100}$/, "The idempotency key has 8 to 100 letters and digits.");

export const id = z.coerce
  .number({ error: "There is no such visit." })
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER);

export const version = z.coerce.number().int().positive().optional();

export const therapistName = z
  .string({ error: "Choose a therapist." })
  .trim()
  .min(1, "Choose a therapist.")
  .max(200);

/** Whose page a patient's form stands on. */
export const mark = z.string().max(100).optional();

/** A booking, from the form and from the API alike. */
export const BookVisit = z.object({
  patient_id: patientId,
  brightree_db: databaseName,
  therapist: therapistName,
  datetime: instant,
  sms_consent: flag,
  /** Which of a patient's orders; without it the newest open one that has no visit ahead. */
  sales_order_no: salesOrderNo.optional(),
  idempotency_key: IdempotencyKey.optional(),
  mark,
});
export type BookVisit = z.output<typeof BookVisit>;

export const MoveMyVisit = z.object({ datetime: instant, therapist: therapistName.optional(), mark });
export type MoveMyVisit = z.output<typeof MoveMyVisit>;

/** With the time of the visit that is meant, one that was moved meanwhile stays. */
export const CancelMyVisit = z.object({ datetime: instant.optional(), mark });
export type CancelMyVisit = z.output<typeof CancelMyVisit>;

export const MoveVisit = z.object({
  id,
  datetime: instant,
  end: instant.optional(),
  version,
  /** People are told half a minute later, so that the move can be undone until then. */
  hold: flag.optional(),
});
export type MoveVisit = z.output<typeof MoveVisit>;

/** A meeting link is shown to patients as a link: only web addresses pass. */
export const meetingLink = z
  .string({ error: "Meeting link is required." })
  .trim()
  .min(1, "Meeting link is required.")
  .max(1000, "The meeting link is too long.")
  // A text message ends a link at the first blank.
  .refine((link) => !/[\s\p{Cc}]/u.test(link), "Enter a web address without blanks.")
  .pipe(
    z.url({
      protocol: /^https?$/,
      hostname: z.regexes.hostname,
      error: "Enter a web address that begins with https://.",
    }),
  );

export const ConfirmVisit = z.object({
  appointment_id: id,
  meeting_link: meetingLink,
  staff_email: z.string().trim().max(254).optional(),
  /** Of the visit as it was seen: given, one that was moved or handed over meanwhile is not confirmed. */
  version,
});
export type ConfirmVisit = z.output<typeof ConfirmVisit>;

/** The same from a page, whose address names the visit. */
export const ConfirmVisitForm = z.object({ id, meeting_link: meetingLink, version });

export const VisitId = z.object({ id });

export const UndoMove = z.object({ id, version });

/** A field of a form that was left empty. */
export const blankless = (value: unknown) => (value === "" ? undefined : value);

/** An ISO instant or a plain date (the start of that day, UTC). */
const edge = z.preprocess(
  blankless,
  z
    .union([instant, z.iso.date().transform((date) => Date.parse(`${date}T00:00:00Z`))], {
      error: "Give a date like 2026-05-12 or an instant like 2026-05-12T13:00:00Z.",
    })
    .optional(),
);

const limit = (most: number) =>
  z.preprocess(
    blankless,
    z.coerce.number({ error: "The limit is a number." }).int().positive().max(most).optional(),
  );

/** A stretch of time, and how many rows at most (200 where nothing is said). */
export const Span = z.object({ from: edge, to: edge, limit: limit(1000) });

export const ListOpenings = z.object({
  therapist: z.preprocess(blankless, therapistName.optional()),
  from: edge,
  to: edge,
  region: z.preprocess(blankless, z.string().trim().max(60).optional()),
  limit: limit(100_000),
});
export type ListOpenings = z.output<typeof ListOpenings>;

/** The shape of a visit in every answer; `visitView` makes it. */
export const VisitJson = z.object({
  id: z.number().int(),
  datetime: z.iso.datetime(),
  end: z.iso.datetime(),
  status: z.string(),
  therapist: z.string(),
  region: z.string(),
  patient_id: z.number().int(),
  brightree_db: z.string(),
  sales_order_no: z.string().nullable(),
  visit_type: z.string(),
  meeting_link: z.string().nullable(),
  version: z.number().int(),
  submitted_at: z.iso.datetime().nullable(),
  confirmed_at: z.iso.datetime().nullable(),
});
