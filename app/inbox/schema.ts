import { z } from "zod";
import { parsePhone } from "~/core/phone";

const blankless = (value: unknown) => (value === "" ? undefined : value);

export const ListNotices = z.object({
  to: z.preprocess(
    blankless,
    z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .transform((text) => parsePhone(text) ?? text)
      .optional(),
  ),
  channel: z.preprocess(
    blankless,
    z.enum(["sms", "email"], { error: "The channel is sms or email." }).optional(),
  ),
  before: z.preprocess(
    blankless,
    z.coerce.number({ error: "This page does not exist." }).int().positive().optional(),
  ),
  limit: z.preprocess(
    blankless,
    z.coerce.number({ error: "The limit is a number." }).int().positive().max(500).default(200),
  ),
});

export const NoticeJson = z.object({
  id: z.number().int(),
  channel: z.enum(["sms", "email"]),
  to: z.string(),
  subject: z.string().nullable(),
  /** Null where a provider delivers it. */
  body: z.string().nullable(),
  status: z.string(),
  created_at: z.iso.datetime(),
});
