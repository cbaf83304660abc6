import * as z from "zod";
import { dayOf, instantIn } from "~/core/dates";
import { asOneLine, emailAddress, optional, phoneNumber, text } from "~/core/fields";
import { day } from "~/core/time";
import { stateOf } from "~/core/zones/states";
import { interpreter, language } from "./language-fields";
import { databaseName, patientId, salesOrderNo } from "./order-schema";
import { stepNames, steps } from "./step";

export const requiredColumns = ["brightree_db", "patient_id", "sales_order_no"] as const;

const readBy = <Value>(read: (typed: string) => Value | null, sentence: string) =>
  z.union([z.string(), z.number().transform(String)], sentence).transform((typed, context) => {
    const value = typed.length > 100 ? null : read(typed);
    if (value === null) context.addIssue({ code: "custom", message: sentence });
    return value ?? z.NEVER;
  });

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
      patient_id: patientId,
      sales_order_no: salesOrderNo,
      patient_name: optional(oneLineText(200)),
      dob: optional(
        readBy(dayOf, "Enter the date of birth like 1960-01-31 or 1/31/1960.").refine(
          (date) => Date.parse(date) <= now,
          "This date of birth is in the future.",
        ),
      ),
      phone: optional(
        z.preprocess((value) => (typeof value === "number" ? String(value) : value), phoneNumber),
      ),
      email: optional(emailAddress),
      state: optional(readBy(stateOf, "Enter a US state like NC.")),
      step: optional(
        readBy(sourceStepIn, "Step not found. Enter a number from 1 to 7 or the name of a step."),
      ),
      step_reached_at: instant,
      referral_at: instant,
      recdate: instant,
      branch_office: optional(oneLineText(120)),
      company: optional(oneLineText(200)),
      language: language.optional(),
      interpreter: interpreter.optional(),
    },
    "Each order must be an object.",
  );
}
export type OrderRow = z.output<ReturnType<typeof orderRow>>;

export const givenColumns = [
  "brightree_db",
  "sales_order_no",
  "patient_id",
  "patient_name",
  "dob",
  "phone",
  "email",
  "state",
  "branch_office",
  "company",
  "referral_at",
  "recdate",
  "language",
  "interpreter",
] satisfies (keyof OrderRow)[];

export interface RowProblem {
  field: string;
  error: string;
}

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
