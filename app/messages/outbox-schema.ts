import * as z from "zod";
import { example, optional, pageLimit, phoneNumber, recordId, shown } from "~/core/fields";
import { parsePhone } from "~/core/phone";

export const ListNotices = z.object({
  to: optional(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .transform((text) => parsePhone(text) ?? text),
  ),
  channel: optional(z.enum(["sms", "email"], "channel must be sms or email.")),
  before: optional(z.coerce.number("Page not found.").int().positive()),
  limit: pageLimit(500),
});

export const NoticeJson = z.object({
  id: z.number().int(),
  channel: z.enum(["sms", "email"]),
  to: shown.phone,
  subject: z.string().nullable(),
  body: z.string().nullable(),
  status: z.string(),
  created_at: z.iso.datetime(),
});

export const ListDeliveries = z.object({
  status: optional(
    z.enum(
      ["failed", "queued", "sending", "held", "possibly-sent"],
      "status must be failed, queued, sending, held, or possibly-sent.",
    ),
  ),
  cursor: optional(recordId),
  limit: pageLimit(500),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;

export const DeliveryJson = NoticeJson.omit({ body: true }).extend({
  kind: z.string(),
  attempts: z.number().int(),
  error_code: z.string().nullable(),
  error: z.string().nullable(),
  possibly_sent: z.boolean(),
  visit_id: z.number().int().nullable(),
  not_before: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});

export const RetryDelivery = z.object({ id: recordId });

export const DeliveryForm = RetryDelivery.extend({
  /** The list to return to. */
  status: ListDeliveries.shape.status,
  action: z.enum(["resend", "mark-sent"]).default("resend"),
});

export const ReplyAsPatient = z.object({
  from: phoneNumber,
  body: example(z.string("Enter some text.").max(10_000, "Use at most 10,000 characters."), "OK"),
});
