import * as z from "zod";
import { dayInCell, instantIn } from "~/core/dates";
import { asOneLine, emailAddress, example, optional, phoneNumber, text } from "~/core/fields";
import { isDialable, splitExtension } from "~/core/phone-extension";
import { postalCodeOf } from "~/core/postal-code";
import { strings } from "~/core/strings";
import { day } from "~/core/time";
import { stateOf } from "~/core/zones/states";
import { carriers } from "~/equipment/tracking-number";
import { hasShortYear } from "./import/written-date";
import { interpreter, language } from "./language-fields";
import { databaseName, patientId, salesOrderNo } from "./order-schema";
import { isOverStatus } from "./order-status";
import { stepNames, steps } from "./step";

export const requiredColumns = ["brightree_db", "patient_id", "sales_order_no"] as const;

const readBy = <Value>(
  read: (typed: string) => Value | null,
  sentence: string,
  why: (typed: string) => string = () => sentence,
) =>
  z.union([z.string(), z.number().transform(String)], sentence).transform((typed, context) => {
    const value = typed.length > 100 ? null : read(typed);
    if (value === null) context.addIssue({ code: "custom", message: why(typed) });
    return value ?? z.NEVER;
  });

const shortened =
  "The spreadsheet shortened this number. Format the column as text there, then export the file again.";

/** Refuses "1.23E+05": spreadsheets write long numbers so, and the last digits are lost. */
const exactly = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (!/^[+-]?\d+([.,]\d+)?E[+-]?\d+$/i.test(String(value).trim())) return;
      context.addIssue({ code: "custom", message: shortened });
    })
    .pipe(schema);

/** A whole number from a program that writes all numbers with decimals, like 40110.0. */
const withoutDecimals = (value: unknown) =>
  typeof value === "string" ? value.trim().replace(/^(\d+)\.0+$/, "$1") : value;

export const wrongZip = "Enter a ZIP code like 60601, or a Canadian postal code like K1A 0B1.";

const wrongBirth = "Enter the date of birth like 1960-01-31 or 1/31/1960.";
const shortBirthYear =
  "The year of birth has two digits, and the century isn't clear. Enter four digits, like 1924.";

const emailWithoutAccents = example(
  z
    .string({ error: () => strings.email })
    .superRefine((typed, context) => {
      if (!/\p{L}/u.test(typed.replace(/[A-Za-z]/g, ""))) return;
      const message =
        "An email address can't have letters with accents, like é. Ask the patient for the address.";
      context.addIssue({ code: "custom", message });
    })
    .pipe(emailAddress),
  "hannah.whitfield@clinic.example",
);

const oneLineText = (most: number) => text(most).transform(asOneLine);

/** Parses the number or name of a step. Firstnight sets steps 5 to 7, so they count as step 4. */
export function sourceStepIn(typed: string): number | null {
  const name = typed
    .trim()
    .toLowerCase()
    .replace(/^step\s*/, "");
  const byName = stepNames.findIndex((stepName) => stepName.toLowerCase() === name.replace(/^\d\W*/, ""));
  const step = /^\d$/.test(name) ? Number(name) : byName + 1;
  return step >= 1 && step <= 7 ? Math.min(step, steps.readyToSchedule) : null;
}

const carrierIn = (typed: string) => {
  const name = typed.trim().toLowerCase();
  return carriers.find((carrier) => carrier === name) ?? null;
};

/**
 * The schema of an imported order. An empty cell keeps the saved value, because exports often lack what staff entered.
 * @param now in milliseconds UTC; times can't be in the future
 */
export function orderRow(now: number) {
  const instant = optional(
    readBy(instantIn, "Enter a time like 2026-01-31T14:30:00Z or a date like 1/31/2026.").refine(
      (at) => at <= now + day,
      "This time is in the future.",
    ),
  );
  return z.object(
    {
      brightree_db: databaseName,
      patient_id: exactly(z.preprocess(withoutDecimals, patientId)),
      sales_order_no: exactly(salesOrderNo),
      patient_name: optional(oneLineText(200)),
      dob: optional(
        readBy(dayInCell, wrongBirth, (typed) => (hasShortYear(typed) ? shortBirthYear : wrongBirth)).refine(
          (date) => Date.parse(date) <= now,
          "This date of birth is in the future.",
        ),
      ),
      phone: optional(
        exactly(
          z.preprocess(
            (value) => (typeof value === "number" ? String(value) : withoutDecimals(value)),
            phoneNumber,
          ),
        ),
      ),
      phone_ext: optional(oneLineText(40)),
      email: optional(emailWithoutAccents),
      state: optional(readBy(stateOf, "Enter a US state like NC.")),
      zip: optional(example(z.preprocess(withoutDecimals, readBy(postalCodeOf, wrongZip)), "27601-1234")),
      step: optional(
        readBy(sourceStepIn, "Step not found. Enter a number from 1 to 7 or the name of a step."),
      ),
      /** In the source's words. Only whether the order is over counts. */
      order_status: optional(
        oneLineText(200).transform((status) => (isOverStatus(status) ? "over" : "open")),
      ),
      step_reached_at: instant,
      referral_at: instant,
      recdate: instant,
      branch_office: optional(oneLineText(120)),
      company: optional(oneLineText(200)),
      referrer: optional(oneLineText(120)),
      language: language.optional(),
      interpreter: interpreter.optional(),
      carrier: optional(readBy(carrierIn, `Enter one of ${carriers.join(", ")}.`)),
      tracking_number: optional(exactly(z.coerce.string().pipe(oneLineText(60)))),
      shipped_at: instant,
      expected_on: optional(
        readBy(dayInCell, "Enter a day like 2026-01-31 or 1/31/2026.").refine(
          (date) => Math.abs(Date.parse(date) - now) < 2 * 365 * day,
          "This day is more than two years away.",
        ),
      ),
      delivered_at: instant,
    },
    "Each order must be an object.",
  );
}
export type OrderRow = z.output<ReturnType<typeof orderRow>> & {
  /** True if the file had only a home or second phone, which doesn't replace a saved phone. */
  phoneIsSecond?: boolean;
};

/**
 * The subject of each field. Fields of the order and of its patient are columns of `orders`. Fields of the patient are
 * cleared if the order moves to another patient. What an import read about a row isn't stored.
 */
const subjects = {
  brightree_db: "order",
  sales_order_no: "order",
  patient_id: "order",
  patient_name: "patient",
  dob: "patient",
  phone: "patient",
  phone_ext: "patient",
  email: "patient",
  state: "patient",
  zip: "patient",
  branch_office: "order",
  company: "order",
  referrer: "order",
  referral_at: "order",
  recdate: "order",
  language: "patient",
  interpreter: "patient",
  step: "step",
  order_status: "step",
  step_reached_at: "step",
  carrier: "shipment",
  tracking_number: "shipment",
  shipped_at: "shipment",
  expected_on: "shipment",
  delivered_at: "shipment",
  phoneIsSecond: "import",
} as const satisfies Record<keyof OrderRow, "order" | "patient" | "step" | "shipment" | "import">;

type FieldAbout<Subject> = {
  [Field in keyof OrderRow]-?: (typeof subjects)[Field] extends Subject ? Field : never;
}[keyof OrderRow];

const fieldsAbout = <Subject extends string>(...about: Subject[]) =>
  (Object.keys(subjects) as (keyof OrderRow)[]).filter((field): field is FieldAbout<Subject> =>
    (about as string[]).includes(subjects[field]),
  );

export const givenColumns = fieldsAbout("order", "patient");

export const patientColumns = fieldsAbout("patient");

export interface RowProblem {
  field: string;
  error: string;
  /** The name of a database that isn't set up. */
  missingDatabase?: string;
}

type ReadRow = { order: OrderRow; problems: RowProblem[] } | { problems: RowProblem[] };

const notDialable =
  "The extension of this phone number isn't a number of up to 6 digits, so it can't be dialed.";

/** Moves the extension of a phone number to `phone_ext`. One that can't be dialed is kept as written, with a problem. */
export function withExtension(given: Record<string, unknown>): {
  row: Record<string, unknown>;
  problems: RowProblem[];
} {
  const row = { ...given };
  if (typeof row.phone === "string") {
    const { number, extension } = splitExtension(row.phone);
    row.phone = number;
    if (extension !== null) row.phone_ext = extension;
  }
  const { phone_ext: written } = row;
  const isUsable = typeof written !== "string" || written.trim() === "" || isDialable(written.trim());
  return { row, problems: isUsable ? [] : [{ field: "phone", error: notDialable }] };
}

const lostCharacter = "Characters of this text were lost when the file was saved. Save it as CSV UTF-8.";

/**
 * Reads an order without its optional values that can't be read: a bad phone number must not delay the patient.
 * @returns the order and what was left out, or only the problems if a required value can't be read
 */
export function readOrderRow(schema: ReturnType<typeof orderRow>, given: Record<string, unknown>): ReadRow {
  const { row: rest, problems: ofPhone } = withExtension(given);
  const lost = Object.keys(schema.shape).filter((field) => String(rest[field] ?? "").includes("\ufffd"));
  const problems = [...lost.map((field) => ({ field, error: lostCharacter })), ...ofPhone];
  for (const field of lost) delete rest[field];
  const first = schema.safeParse(rest);
  if (first.success && !lost.some(isRequired)) return { order: first.data, problems };
  const invalid = first.success ? [] : problemsOf(first.error).filter(({ field }) => !lost.includes(field));
  problems.push(...invalid);
  if (problems.some(({ field }) => isRequired(field) || !(field in schema.shape))) return { problems };
  for (const { field } of invalid) delete rest[field];
  if (invalid.some(({ field }) => field === "phone")) delete rest.phone_ext;
  return { order: schema.parse(rest), problems };
}

const isRequired = (field: string) => (requiredColumns as readonly string[]).includes(field);

export function problemsOf({ issues }: z.ZodError): RowProblem[] {
  const byField = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = String(path[0] ?? "row");
    if (!byField.has(field)) byField.set(field, message);
  }
  return [...byField].map(([field, error]) => ({ field, error }));
}

export interface ImportCounts {
  inserted: number;
  updated: number;
  unchanged: number;
}
