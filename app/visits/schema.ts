import { z } from "zod";
import { flag, instant, version } from "~/core/fields";
import { databaseName, patientId, salesOrderNo } from "~/orders/schema";
import { therapistName } from "~/therapists/therapist-schema";

export const IdempotencyKey = z
  .string()
  .trim()
  .regex(/^[\w-]{8,100}$/, "The idempotency key has 8 to 100 letters and digits.");

export const id = z.coerce
  .number({ error: "There is no such visit." })
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER);

/** Ties a patient's form to the session it was rendered for; see page-token.server.ts. */
export const pageToken = z.string().max(100).optional();

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
  mark: pageToken,
});
export type BookVisit = z.output<typeof BookVisit>;

export const MoveMyVisit = z.object({
  datetime: instant,
  therapist: therapistName.optional(),
  mark: pageToken,
});
export type MoveMyVisit = z.output<typeof MoveMyVisit>;

/** With the time of the visit that is meant, one that was moved meanwhile stays. */
export const CancelMyVisit = z.object({ datetime: instant.optional(), mark: pageToken });
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
