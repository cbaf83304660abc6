import * as z from "zod";
import { optional, recordId } from "~/core/fields";
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
});
export type Mapping = z.output<typeof Mapping>;

export const mappingIn = ({ mapping }: { mapping: string | null }): Mapping | null =>
  mapping === null ? null : Mapping.parse(JSON.parse(mapping));

const column = z
  .string()
  .regex(/^\d{0,3}$/)
  .optional()
  .transform((index) => (index ? Number(index) : undefined));

/** The form in which someone chooses the columns. */
export const ChooseColumns = z.object({
  id: recordId,
  header_line: z.coerce.number().int().min(1).max(1000),
  brightree_db: column,
  patient_id: column,
  sales_order_no: column,
  patient_name: column,
  first_name: column,
  last_name: column,
  dob: column,
  phone: column,
  phone_ext: column,
  email: column,
  state: column,
  step: column,
  order_status: column,
  step_reached_at: column,
  referral_at: column,
  recdate: column,
  branch_office: column,
  company: column,
  referrer: column,
  language: column,
  interpreter: column,
  database: optional(databaseName),
  in_title_case: z.string().optional(),
});
export type ChooseColumns = z.output<typeof ChooseColumns>;

/** The names of an order's fields for staff. */
export const fieldNames: Readonly<Record<string, string>> = {
  brightree_db: "Database",
  patient_id: "Patient ID",
  sales_order_no: "Sales order number",
  patient_name: "Patient name",
  first_name: "First name",
  last_name: "Last name",
  dob: "Date of birth",
  phone: "Phone",
  phone_ext: "Phone extension",
  email: "Email",
  state: "State",
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
  line: "Line",
};

export const fieldName = (field: string): string => fieldNames[field] ?? field;
