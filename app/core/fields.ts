import { z } from "zod";
import { parsePhone } from "./phone";

// SQLite would store U+0000 and other systems cut the text there; half a surrogate pair is no character.
const isStorable = (text: string) => !text.includes("\0") && !/\p{Surrogate}/u.test(text);

/** A text of at most so many characters, trimmed. */
export const text = (most: number, sentence = "Please enter a text.") =>
  z
    .string(sentence)
    .trim()
    .max(most, `Please keep this under ${most + 1} characters.`)
    .refine(isStorable, "This text holds a character that can't be stored.");

/** The same, which must not be empty. */
export const filled = (most: number, sentence = "Please fill this in.") =>
  text(most, sentence).min(1, sentence);

/** An e-mail address, trimmed and in lower case: so they are stored and compared. */
export const emailAddress = z
  .string("Please enter an email address.")
  .trim()
  .toLowerCase()
  .max(254, "Please keep this under 255 characters.")
  .pipe(z.email("Please enter a complete email address, like name@example.com."));

/** A US phone number in any notation, as E.164. */
export const phoneNumber = z
  .string("Please enter a phone number.")
  .trim()
  .max(40, "Please enter a 10-digit US phone number.")
  .transform((typed, context) => {
    const phone = parsePhone(typed);
    if (!phone) context.addIssue({ code: "custom", message: "Please enter a 10-digit US phone number." });
    return phone ?? z.NEVER;
  });

/** What a form or a query names never, once or several times, as a list. */
export const asList = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** The id of a record of ours, as a number or as digits in a path. */
export const recordId = z.coerce
  .number("This is not a known id.")
  .int("This is not a known id.")
  .min(1, "This is not a known id.")
  .max(Number.MAX_SAFE_INTEGER, "This is not a known id.");

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

export const version = z.coerce.number().int().positive().optional();

/** A field of a form that was left empty. */
export const blankless = (value: unknown) => (value === "" ? undefined : value);

/** An ISO instant or a plain date (the start of that day, UTC). */
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

/** A stretch of time, and how many rows at most (200 where nothing is said). */
export const Span = z.object({ from: instantOrDate, to: instantOrDate, limit: rowLimit(1000) });
