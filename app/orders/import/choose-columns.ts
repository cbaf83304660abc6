import * as z from "zod";
import { asList, optional, recordId } from "~/core/fields";
import { databaseName } from "../order-schema";

/** Which column of a file is which field. */
export const Mapping = z.object({
  /** The line of the column names. Lines before it are skipped. */
  headerLine: z.number().int().positive(),
  /** The index of the column for each field, from 0. */
  columns: z.record(z.string(), z.number().int().min(0)),
  /** The database of every order, if no column has it. */
  database: z.string().nullable(),
  /** True if names in capitals or in small letters are written like "Maria Alvarez". */
  inTitleCase: z.boolean(),
  /** True if patients without a number in the file get one that is made from what the file has (make-numbers.server.ts). */
  makesNumbers: z.boolean().default(false),
  /** The indexes of the columns that are kept as a note on the order. */
  notes: z.array(z.number().int().min(0)).default([]),
});
export type Mapping = z.output<typeof Mapping>;

export const mappingIn = ({ mapping }: { mapping: string | null }): Mapping | null =>
  mapping === null ? null : Mapping.parse(JSON.parse(mapping));

const column = z
  .string()
  .regex(/^\d{0,3}$/)
  .optional()
  .transform((index) => (index ? Number(index) : undefined));

/** The fields that a file can have, with their names for staff. The proposals need other names for each one. */
const fileFieldNames = {
  brightree_db: "Database",
  patient_id: "Patient ID",
  sales_order_no: "Sales order number",
  patient_name: "Patient name",
  first_name: "First name",
  last_name: "Last name",
  dob: "Date of birth",
  phone: "Phone",
  second_phone: "Home or second phone",
  phone_ext: "Phone extension",
  email: "Email",
  state: "State",
  zip: "ZIP code",
  step: "Step",
  order_status: "Order status",
  step_reached_at: "Step reached on",
  referral_at: "Referral date",
  recdate: "Received date",
  branch_office: "Branch office",
  company: "Company",
  referrer: "Referrer",
  language: "Patient's language",
  interpreter: "Interpreter",
  carrier: "Carrier",
  tracking_number: "Tracking number",
  shipped_at: "Shipped on",
  expected_on: "Delivery expected on",
  delivered_at: "Delivered on",
};
export type FileField = keyof typeof fileFieldNames;
export const fileFields = Object.keys(fileFieldNames) as readonly FileField[];

export const isFileField = (name: string): name is FileField => Object.hasOwn(fileFieldNames, name);

export const ChooseColumns = z.object({
  id: recordId,
  header_line: z.coerce.number().int().min(1).max(1000),
  ...(Object.fromEntries(fileFields.map((field) => [field, column])) as Record<FileField, typeof column>),
  database: optional(databaseName),
  in_title_case: z.string().optional(),
  make_numbers: z.string().optional(),
  note_columns: z.preprocess(asList, z.array(z.coerce.number().int().min(0).max(999)).max(500)),
});
export type ChooseColumns = z.output<typeof ChooseColumns>;

const names: Readonly<Record<string, string>> = { ...fileFieldNames, line: "Line" };

export const fieldName = (field: string): string => names[field] ?? field;
