import { createHash } from "node:crypto";

/** Made IDs have 12 digits and start with 9, so that they don't look like an order system's. */
const lowest = 900_000_000_000;
const span = 100_000_000_000;

const bare = (text: string | undefined) =>
  (text ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The same for "Lee, Ann" and "Ann Lée". */
export const nameKey = (name: string): string => bare(name).split(" ").sort().join(" ");

const isNumber = (cell: string) => /^\d{1,12}(\.0+)?$/.test(cell);

/**
 * Gives a patient without a number one that is made from the chart number in the patient ID's column, or else from the
 * name with the date of birth, phone, or email. The same cells give the same number, so that the next file changes the
 * same order. An order without a number gets the patient's, so that there is one order per patient.
 * @returns the values with `patient_id` and `sales_order_no`, unless they can't be made
 */
export function withNumbers(values: Record<string, string>): Record<string, string> {
  const patient = (values.patient_id ?? "").trim();
  const made = isNumber(patient) ? patient : madeOf(values, patient);
  if (made === null) return values;
  return { ...values, patient_id: made, sales_order_no: (values.sales_order_no ?? "").trim() || made };
}

function madeOf(values: Record<string, string>, chart: string): string | null {
  const name = bare(values.patient_name);
  const other = [values.dob, values.phone, values.email].map(bare).find(Boolean);
  const known = chart ? `chart ${bare(chart)}` : name && other ? `name ${name} ${other}` : null;
  if (known === null) return null;
  const digest = createHash("sha256")
    .update(`${bare(values.brightree_db)}\n${known}`)
    .digest();
  return String(lowest + Number(digest.readBigUInt64BE() % BigInt(span)));
}
