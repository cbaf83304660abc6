import { z } from "zod";
import { phoneNumber, recordId } from "~/core/fields";

const blankless = (value: unknown) => (value === "" ? undefined : value);

export const ListDeliveries = z.object({
  status: z.preprocess(
    blankless,
    z
      .enum(["failed", "queued", "sending", "held"], "The status is failed, queued, sending or held.")
      .optional(),
  ),
  cursor: z.preprocess(blankless, recordId.optional()),
  limit: z.preprocess(
    blankless,
    z.coerce.number("The limit is a number.").int().positive().max(500).default(200),
  ),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;

export const DeliveryJson = z.object({
  id: z.number().int(),
  channel: z.enum(["sms", "email"]),
  to: z.string(),
  subject: z.string().nullable(),
  kind: z.string(),
  status: z.string(),
  attempts: z.number().int(),
  error_code: z.string().nullable(),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  not_before: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});

export const RetryDelivery = z.object({ id: recordId });

export const ReplyAsPatient = z.object({
  from: phoneNumber,
  body: z.string("Please enter a text.").max(10_000, "Please keep this under 10,001 characters."),
});
