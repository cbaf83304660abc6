import { z } from "zod";
import { parsePhone } from "./phone";

// Other systems end a text at U+0000, and half a surrogate pair is not a character.
const isStorable = (text: string) => !text.includes("\0") && !/\p{Surrogate}/u.test(text);

export const text = (most: number, sentence = "Please enter a text.") =>
  z
    .string(sentence)
    .trim()
    .max(most, `Please keep this under ${most + 1} characters.`)
    .refine(isStorable, "This text contains a character that can't be stored.");

export const filled = (most: number, sentence = "Please fill this in.") =>
  text(most, sentence).min(1, sentence);

export const emailAddress = z
  .string("Please enter an email address.")
  .trim()
  .toLowerCase()
  .max(254, "Please keep this under 255 characters.")
  .pipe(z.email("Please enter a complete email address, like name@example.com."));

/** A US phone number in any format; the output is E.164. */
export const phoneNumber = z
  .string("Please enter a phone number.")
  .trim()
  .max(40, "Please enter a 10-digit US phone number.")
  .transform((typed, context) => {
    const phone = parsePhone(typed);
    if (!phone) context.addIssue({ code: "custom", message: "Please enter a 10-digit US phone number." });
    return phone ?? z.NEVER;
  });

export const asList = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

export const recordId = z.coerce
  .number("This is not a known id.")
  .int("This is not a known id.")
  .min(1, "This is not a known id.")
  .max(Number.MAX_SAFE_INTEGER, "This is not a known id.");

export const flag = z.union(
  [z.boolean(), z.enum(["true", "on", "false"]).transform((word) => word !== "false")],
  {
    error: "Say whether text messages are wanted: true or false.",
  },
);

/** ISO 8601 with an offset; the output is milliseconds UTC. */
export const instant = z
  .string({ error: "Choose a time." })
  .max(40, "Choose a time.")
  .pipe(z.iso.datetime({ offset: true, error: "Choose a time." }))
  .transform((text) => Date.parse(text))
  .refine((at) => at > 0 && at < 8_000_000_000_000, "Choose a time.");

export const version = z.coerce.number().int().positive().optional();

export const blankless = (value: unknown) => (value === "" ? undefined : value);

export const instantOrDate = z.preprocess(
  blankless,
  z
    .union([instant, z.iso.date().transform((date) => Date.parse(`${date}T00:00:00Z`))], {
      error: "Give a date like 2026-05-12 or an instant like 2026-05-12T13:00:00Z.",
    })
    .optional(),
);

export const rowLimit = (most: number) =>
  z.preprocess(
    blankless,
    z.coerce.number({ error: "The limit is a number." }).int().positive().max(most).optional(),
  );

export const Span = z.object({ from: instantOrDate, to: instantOrDate, limit: rowLimit(1000) });
