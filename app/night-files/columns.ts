import * as z from "zod";
import { optional, recordId } from "~/core/fields";
import { bareName } from "~/orders/import/propose-columns";
import { databaseName } from "~/orders/order-schema";

/** Which column of a file of nights is which field. */
export const Mapping = z.object({
  /** The line of the column names. Lines before it are skipped. */
  headerLine: z.number().int().positive(),
  /** The index of the column for each field, from 0. */
  columns: z.partialRecord(z.string(), z.number().int().min(0)),
  /** The database of every patient, if no column has it. */
  database: z.string().nullable(),
});
export type Mapping = z.output<typeof Mapping>;

/**
 * The fields of a file of nights: their names for staff, and the names of their columns in exports, without spaces and
 * signs. The first name that a file has counts. Makers don't publish all names, so staff can choose other columns once.
 */
export const nightFields = {
  patient_id: {
    name: "Patient ID",
    columns: [
      ...["patientid", "brightreepatientid", "brightreeid", "patientno", "patientnumber", "ptid", "pid"],
      ...["externalid", "patientexternalid", "externalpatientid", "patientreference", "accountno"],
      ...["accountnumber", "acctno", "mrn", "chartno", "chartnumber", "clientid", "id"],
    ],
  },
  date: {
    name: "Date of the night",
    columns: [
      ...["date", "night", "nightof", "sessiondate", "therapydate", "usagedate", "datadate", "reportdate"],
      ...["day", "datetime", "start", "starttime", "sessionstart", "starttimestamp"],
    ],
  },
  minutes: {
    name: "Minutes of use",
    columns: [
      ...["minutes", "usageminutes", "minutesused", "minutesofuse", "useminutes", "usagemin", "usagemins"],
      ...["totalminutes", "usageinminutes", "durationminutes", "min", "mins"],
    ],
  },
  hours: {
    name: "Hours of use",
    columns: [
      ...["hours", "usagehours", "hoursused", "hoursofuse", "usage", "usagehrs", "totalusage", "dailyusage"],
      ...["usagehhmm", "usagetime", "timeused", "totaltime", "totalhours", "therapytime", "duration", "hrs"],
    ],
  },
  device: {
    name: "Device's serial number",
    columns: [
      ...["serialnumber", "serialno", "deviceserialnumber", "deviceserialno", "deviceserial", "serial"],
      ...["sn", "deviceid", "device"],
    ],
  },
  brightree_db: {
    name: "Database",
    columns: ["brightreedb", "brightreedatabase", "database", "databasename", "db"],
  },
  patient_name: { name: "Patient name", columns: ["patientname", "patientfullname", "fullname", "name"] },
  first_name: { name: "First name", columns: ["firstname", "patientfirstname", "fname", "givenname"] },
  last_name: { name: "Last name", columns: ["lastname", "patientlastname", "lname", "surname"] },
} as const satisfies Record<string, { name: string; columns: readonly string[] }>;
export type NightField = keyof typeof nightFields;
export const fieldNames = Object.keys(nightFields) as readonly NightField[];
export const isNightField = (name: string): name is NightField => Object.hasOwn(nightFields, name);

/** Columns of exports that have one row per patient with totals, such as AirView's "Days Used". */
const totals = new Set([
  ...["daysused", "nightsused", "daysofuse", "useddays", "dayswithusage", "dayswithdeviceusage", "usagedays"],
  ...["averageusage", "avgusage", "averagehours", "averageusagehours", "lastdatadate", "percentdaysused"],
  ...["dayswithusage4hours", "usagedays4hours", "days4hrs", "dayswith4hours"],
]);

/** The name of a column that a file of nights doesn't have, but one of totals per patient. */
export const columnOfTotals = (header: readonly string[]): string | undefined =>
  header.find((name) => totals.has(bareName(name)));

export function columnsNamed(header: readonly string[]): Partial<Record<NightField, number>> {
  const names = header.map(bareName);
  return Object.fromEntries(
    fieldNames.flatMap((field) => {
      const known = nightFields[field].columns;
      const name = known.find((one) => names.includes(one));
      return name === undefined ? [] : [[field, names.indexOf(name)] as const];
    }),
  );
}

export const countKnown = (names: readonly string[]): number => Object.keys(columnsNamed(names)).length;

/** The problem of the first field that a mapping lacks. Null if it lacks none. */
export function missingIn({ columns, database }: Mapping): { field: string; problem: string } | null {
  if (columns.patient_id === undefined) {
    return { field: "patient_id", problem: "Choose the column with the patient's ID." };
  }
  if (columns.date === undefined)
    return { field: "date", problem: "Choose the column with the night's date." };
  if (columns.minutes === undefined && columns.hours === undefined) {
    return { field: "minutes", problem: "Choose the column with the minutes or the one with the hours." };
  }
  if (columns.brightree_db === undefined && database === null) {
    return { field: "database", problem: "Choose a database, or the column that names it." };
  }
  return null;
}

const column = z
  .string()
  .regex(/^\d{0,3}$/)
  .optional()
  .transform((index) => (index ? Number(index) : undefined));

export const ShowNightColumns = z.object({
  id: recordId,
  header_line: z.coerce.number().int().min(1).max(1000).optional().catch(undefined),
});

export const ChooseNightColumns = z.object({
  id: recordId,
  header_line: z.coerce.number().int().min(1).max(1000),
  ...(Object.fromEntries(fieldNames.map((field) => [field, column])) as Record<NightField, typeof column>),
  database: optional(databaseName),
});
export type ChooseNightColumns = z.output<typeof ChooseNightColumns>;
