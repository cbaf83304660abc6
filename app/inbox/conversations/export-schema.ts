import * as z from "zod";
import { optional, recordId } from "~/core/fields";
import { addDays, startOfDay, zoneOf } from "~/core/time";

const sentence = "Enter a date like 2026-05-12 or a time like 2026-05-12T09:00:00Z.";
const plainDate = /^\d{4}-\d{2}-\d{2}$/;

const moment = optional(
  z
    .string(sentence)
    .max(40, sentence)
    .refine((text) => {
      const at = Date.parse(plainDate.test(text) ? `${text}T00:00:00Z` : text);
      return !Number.isNaN(at) && (!plainDate.test(text) || new Date(at).toISOString().startsWith(text));
    }, sentence),
);

const no = new Set(["0", "false", "off", "no"]);

/** The form sends `all=on`, which overrides the dates. */
export const ExportConversation = z
  .object({
    id: recordId,
    from: moment,
    to: moment,
    all: z.literal("on").optional().catch(undefined),
    notes: optional(z.string().max(10)).transform(
      (text) => text !== undefined && !no.has(text.toLowerCase()),
    ),
    tz: optional(
      z
        .string()
        .max(100)
        .transform((name, context) => {
          const zone = zoneOf(name);
          if (!zone) context.addIssue({ code: "custom", message: "Unknown time zone." });
          return zone ?? z.NEVER;
        }),
    ),
  })
  .refine(({ from, to }) => !from || !to || from.slice(0, 10) <= to.slice(0, 10), {
    path: ["to"],
    message: "The end date must be on or after the start date.",
  });

export function instantFrom(text: string, zone: string): number {
  return plainDate.test(text) ? startOfDay(text, zone) : Date.parse(text);
}

export function instantTo(text: string, zone: string): number {
  return plainDate.test(text) ? startOfDay(addDays(text, 1), zone) : Date.parse(text) + 1;
}
