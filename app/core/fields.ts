import * as z from "zod";
import { fill } from "./language/strings";
import { parsePhone } from "./phone";
import { isDialable, splitExtension } from "./phone-extension";
import { strings } from "./strings";

/**
 * Marks a password, code, or token. A form that is shown again doesn't contain it, a form that has one isn't kept for
 * after sign-in, and the API contract calls it `writeOnly`.
 */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ writeOnly: true });

/** States the example that the API contract shows for a field, in the form in which it is sent or returned. */
export const example = <Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>): Schema =>
  schema.meta({ example: value });

// Other systems truncate text at U+0000, and half of a surrogate pair isn't a character.
export const isStorable = (text: string) => !text.includes("\0") && !/\p{Surrogate}/u.test(text);

const tooLong = (most: number) => ({ error: () => fill(strings.tooLong, { count: most + 1 }) });

export const text = (most: number, sentence?: string) =>
  z
    .string({ error: () => sentence ?? strings.enterText })
    .trim()
    .max(most, tooLong(most))
    .refine(isStorable, { error: () => strings.unstorable });

const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** One line without tabs and other control characters, like a name: it is used in subjects, calendars, and texts. */
export const line = (most: number, sentence?: string) =>
  text(most, sentence).refine((typed) => typed.search(controls) < 0, { error: () => strings.oneLine });

/** Another system's text as one line. */
export const asOneLine = (typed: string): string => typed.replace(controls, " ").replace(/\s+/g, " ").trim();

/** A `line` that can't be empty. */
export const filled = (most: number, sentence?: string) => {
  const error = () => sentence ?? strings.fillIn;
  return line(most, sentence).min(1, { error });
};

export const emailAddress = example(
  z
    .string({ error: () => strings.email })
    .trim()
    .toLowerCase()
    .max(254, tooLong(254))
    .pipe(z.email({ error: () => strings.emailIncomplete })),
  "hannah.whitfield@clinic.example",
);

/** A web address that patients open as a link. It can't contain spaces, because phones end a link at the first one. */
export const webLink = example(
  z
    .string()
    .trim()
    .max(1000, "The link is too long.")
    .refine((link) => !/[\s\p{Cc}]/u.test(link), "Enter a web address without spaces.")
    .pipe(
      z.url({
        protocol: /^https?$/,
        hostname: z.regexes.hostname,
        error: "Enter a web address that starts with https://.",
      }),
    ),
  "https://meet.example/hannah",
);

/** A US phone number in any format; the output is E.164. */
export const phoneNumber = example(
  z
    .string({ error: () => strings.phone })
    .trim()
    .max(40, { error: () => strings.phoneIncomplete })
    .transform((typed, context) => {
      const phone = parsePhone(typed);
      if (!phone) context.addIssue({ code: "custom", message: strings.phoneIncomplete });
      return phone ?? z.NEVER;
    }),
  "+19195550142",
);

/**
 * A US phone number in any format, with or without an extension. The output is E.164, with an extension as in
 * "+19195550100;ext=12" (RFC 3966), which `splitExtension` separates.
 */
export const phoneWithExtension = example(
  z
    .string({ error: () => strings.phone })
    .trim()
    .max(60, { error: () => strings.phoneIncomplete })
    .transform((typed, context) => {
      const { number, extension } = splitExtension(typed);
      const phone = parsePhone(number);
      const isWrong = extension !== null && !isDialable(extension);
      if (!phone) context.addIssue({ code: "custom", message: strings.phoneIncomplete });
      else if (isWrong) context.addIssue({ code: "custom", message: strings.extension });
      if (!phone || isWrong) return z.NEVER;
      return extension === null ? phone : `${phone};ext=${extension}`;
    }),
  "+19195550142",
);

export const asList = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

export const recordId = z.coerce
  .number("This ID is not valid.")
  .int("This ID is not valid.")
  .min(1, "This ID is not valid.")
  .max(Number.MAX_SAFE_INTEGER, "This ID is not valid.");

export const flag = z.union(
  [z.boolean(), z.enum(["true", "on", "false"]).transform((word) => word !== "false")],
  {
    error: () => strings.textsWanted,
  },
);

const chooseTime = { error: () => strings.time };

/** ISO 8601 with an offset; the output is milliseconds UTC. */
export const instant = example(
  z
    .string(chooseTime)
    .max(40, chooseTime)
    .pipe(z.iso.datetime({ offset: true, ...chooseTime }))
    .transform((text) => Date.parse(text))
    .refine((at) => at > 0 && at < 8_000_000_000_000, chooseTime),
  "2026-03-09T13:00:00.000Z",
);

export const version = z.coerce.number().int().positive().optional();

const blankAsMissing = (value: unknown) =>
  value === null || (typeof value === "string" && value.trim() === "") ? undefined : value;

/** A field that may be missing, empty or null. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankAsMissing, schema.optional());

export const wholeNumber = (
  lowest: number,
  highest: number,
  error = `Enter a whole number from ${lowest} to ${highest}.`,
) => z.coerce.number(error).int(error).min(lowest, error).max(highest, error);

export const rowLimit = (most: number) =>
  optional(wholeNumber(1, most, `limit must be a whole number from 1 to ${most}.`));

export const pageLimit = (most: number) => rowLimit(most).transform((limit) => limit ?? 200);

export const instantOrDate = optional(
  z.union([instant, z.iso.date().transform((date) => Date.parse(`${date}T00:00:00Z`))], {
    error: "Enter a date like 2026-05-12 or a time like 2026-05-12T13:00:00Z.",
  }),
);

export const Span = z.object({ from: instantOrDate, to: instantOrDate, limit: rowLimit(1000) });

/** Fields that many responses have, with the examples of the contract. */
export const shown = {
  company: example(z.string(), "Blue Ridge Home Medical"),
  database: example(z.string(), "QHMS"),
  email: example(z.string(), "hannah.whitfield@clinic.example"),
  link: example(z.string(), "https://meet.example/hannah"),
  patientId: example(z.number().int(), 40123),
  patientName: example(z.string(), "Robert Ellis"),
  phone: example(z.string(), "+19195550142"),
  salesOrderNo: example(z.string(), "700123"),
  state: example(z.string(), "NC"),
  therapist: example(z.string(), "Hannah Whitfield"),
  zone: example(z.string(), "America/New_York"),
};
