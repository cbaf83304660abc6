import { z } from "zod";
import { emailAddress, filled, phoneNumber, recordId } from "~/core/fields";

/** An empty field of a form, or null in JSON, is one that was not given. */
const givenOnly = (value: unknown) =>
  value === null || (typeof value === "string" && value.trim() === "") ? undefined : value;

const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(givenOnly, schema.optional());

/** The order system's id of a patient: a number or its digits in, a number out. */
export const patientId = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ],
    { error: "The patient id is a number." },
  )
  .pipe(
    z
      .int("The patient id is a number.")
      .positive("The patient id is a number.")
      .max(999_999_999_999, "The patient id is too long."),
  );

/** The name of one database of the order system. */
export const databaseName = filled(60, "Name the database.");

/** A sales order's number: text or a whole number in, text out; leading zeros stay. */
export const salesOrderNo = z.preprocess(
  (value) => (typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value),
  filled(40, "Give the sales order number."),
);

/**
 * A code for a patient, as the Manual Add form sends it: an empty sales order arrives there as 0.
 */
export const GenerateCode = z
  .object({
    patient_id: patientId,
    brightree_db: databaseName,
    sales_order_no: z.preprocess(
      (value) => (value === 0 || value === "0" ? undefined : value),
      optional(salesOrderNo),
    ),
    phone: optional(phoneNumber),
    email: optional(emailAddress),
  })
  .refine((input) => input.phone ?? input.email, {
    path: ["phone"],
    error: "Enter a phone number or an email address to send the code to.",
  });
export type GenerateCode = z.output<typeof GenerateCode>;

export const ResendCode = z.object({ id: recordId });

export const ListCodes = z.object({
  db: optional(z.string().trim().max(60)).transform((name) => (name === "ALL" ? undefined : name)),
  limit: optional(
    z.coerce
      .number("The limit is a number from 1 to 1000.")
      .int("The limit is a number from 1 to 1000.")
      .min(1, "The limit is a number from 1 to 1000.")
      .max(1000, "The limit is a number from 1 to 1000."),
  ).transform((limit) => limit ?? 200),
  cursor: optional(recordId),
});
export type ListCodes = z.output<typeof ListCodes>;

/** A row of the Pending Access Codes table. */
export const CodeRow = z.object({
  id: z.number().int(),
  code: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  patient_id: z.number().int(),
  brightree_db: z.string(),
  created_at: z.iso.datetime(),
});
