import * as z from "zod";
import { example, flag, instant, optional, recordId, secret, shown, text, version } from "~/core/fields";
import { KindNoteJson, modes } from "~/kinds/kind-schema";
import { databaseName, patientId, salesOrderNo } from "~/orders/order-schema";
import { therapistName } from "~/therapists/therapist-schema";
import { meetingLink } from "./meeting-link";
import { visitNotFound } from "./staff-strings";

export const IdempotencyKey = example(
  z
    .string()
    .trim()
    .regex(/^[\w-]{8,100}$/, "idempotency_key must have 8 to 100 letters, digits, hyphens, or underscores."),
  "5f0c1f6a9d3e4b7f",
);

export const id = z.coerce.number({ error: visitNotFound }).int().positive().max(Number.MAX_SAFE_INTEGER);

/** Ties a patient's form to the patient it was rendered for (page-token.server.ts). */
export const pageToken = secret(z.string().max(100)).optional();

/** The patient's channel for updates. By default, texts if they agreed to them. */
export const updates = optional(z.enum(["text", "email", "phone"]));

export const BookVisit = z.object({
  patient_id: patientId,
  brightree_db: databaseName,
  therapist: therapistName,
  datetime: instant,
  sms_consent: flag,
  updates,
  sales_order_no: salesOrderNo.optional(),
  /** The ID of the kind of visit. Without it, the company's default kind. */
  kind: optional(recordId),
  idempotency_key: IdempotencyKey.optional(),
  page_token: pageToken,
});
export type BookVisit = z.output<typeof BookVisit>;

export const MoveMyVisit = z.object({
  datetime: instant,
  therapist: therapistName.optional(),
  page_token: pageToken,
});
export type MoveMyVisit = z.output<typeof MoveMyVisit>;

/** `datetime` is the start as shown to the patient. If the visit has moved since, it isn't canceled. */
export const CancelMyVisit = z.object({
  datetime: instant.optional(),
  page_token: pageToken,
  reason: optional(z.enum(["patient_request", "equipment_not_arrived", "other"])),
});
export type CancelMyVisit = z.output<typeof CancelMyVisit>;

export const MoveVisit = z.object({
  id,
  datetime: instant,
  end: instant.optional(),
  version,
  hold: flag.optional(),
  /** If false, a time outside the therapist's availability is refused with warnings. */
  accept: flag.optional(),
});
export type MoveVisit = z.output<typeof MoveVisit>;

export const note = optional(text(500));

const yesOrNo = "interpreter_arranged must be true or false.";

/** Only for visits that need an interpreter. Without an interpreter, the note is the reason for confirming. */
export const interpreterAnswer = {
  interpreter_arranged: z
    .union([z.boolean(), z.enum(["true", "on", "false"]).transform((word) => word !== "false")], yesOrNo)
    .optional(),
  interpreter_note: note,
};

export const ConfirmVisit = z.object({
  appointment_id: id,
  /** Required for a visit by video. */
  meeting_link: optional(meetingLink),
  staff_email: z.string().trim().max(254).optional(),
  ...interpreterAnswer,
  /** The version that the user loaded. If the visit has changed since, it isn't confirmed. */
  version,
});
export type ConfirmVisit = z.output<typeof ConfirmVisit>;

export const ConfirmVisitForm = z.object({
  id,
  meeting_link: optional(meetingLink),
  version,
  ...interpreterAnswer,
});

export const VisitId = z.object({ id });

export const UndoMove = z.object({ id, version });
export type UndoMove = z.output<typeof UndoMove>;

export const VisitJson = z.object({
  id: z.number().int(),
  datetime: z.iso.datetime(),
  end: example(z.iso.datetime(), "2026-03-09T13:45:00.000Z"),
  status: example(z.string(), "submitted"),
  therapist: shown.therapist,
  region: shown.state,
  /** The IANA zone for times in the patient's messages. */
  patient_zone: shown.zone,
  patient_id: shown.patientId,
  brightree_db: shown.database,
  sales_order_no: shown.salesOrderNo.nullable(),
  visit_type: z.string(),
  meeting_link: shown.link.nullable(),
  /** The patient's language, like "es". */
  language: z.string(),
  /** A language or ASL; null if none is needed. */
  interpreter: z.string().nullable(),
  interpreter_arranged: z.boolean(),
  change_asked: z.boolean(),
  late_minutes: z.number().int().nullable(),
  call_me: z.boolean(),
  therapist_late_minutes: z.number().int().nullable(),
  /** The name of the kind of visit. */
  kind: example(z.string(), "Setup by video"),
  mode: z.enum(modes),
  place: z.object({ name: z.string(), address: z.string() }).nullable(),
  version: z.number().int(),
  submitted_at: z.iso.datetime().nullable(),
  confirmed_at: z.iso.datetime().nullable(),
  patient_confirmed: z.boolean(),
});

export const StaffVisitJson = VisitJson.extend({
  patient_name: shown.patientName.nullable(),
  kind_note: KindNoteJson.optional(),
  interpreter_note: z.string().nullable(),
  no_show_reason: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  completed_at: z.iso.datetime().nullable(),
  no_show_at: z.iso.datetime().nullable(),
  cancelled_at: z.iso.datetime().nullable(),
});

export const ChangedVisit = z.object({ success: z.literal(true), appointment: VisitJson });
export const ChangedVisitForStaff = z.object({ success: z.literal(true), appointment: StaffVisitJson });
