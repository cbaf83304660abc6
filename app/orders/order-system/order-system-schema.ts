import * as z from "zod";
import { dayOf } from "~/core/dates";
import { filled, optional, recordId, text } from "~/core/fields";
import { zoneOf } from "~/core/time";
import { databaseName, patientId, salesOrderNo } from "../order-schema";

export const AskOrderMeta = z.object({
  db: databaseName,
  pid: patientId,
  so: optional(salesOrderNo),
});
export type AskOrderMeta = z.output<typeof AskOrderMeta>;

export const OrderMetaJson = z.object({
  order: z.object({
    address: z.string().nullable(),
    phone: z.string().nullable(),
    mobile: z.string().nullable(),
    order_note: z.string().nullable(),
    delivery_note: z.string().nullable(),
  }),
  insurance: z.object({
    company: z.string().nullable(),
    policy_number: z.string().nullable(),
    effective: z.string().nullable(),
    verified: z.boolean().nullable(),
  }),
  items: z.array(z.object({ proc_code: z.string().nullable(), item_name: z.string().nullable() })),
  branch_office: z.string().nullable(),
});

export const AskPatientLink = z.object({ db: databaseName, patient_id: patientId });
export type AskPatientLink = z.output<typeof AskPatientLink>;

const orgSentence = "Enter the 3 to 6 digits from the order system's address, like 02873.";

const orgCode = z
  .string(orgSentence)
  .trim()
  .regex(/^[0-9]{3,6}$/, orgSentence);

const environment = z
  .string("Enter a short environment name like F1.")
  .trim()
  .regex(/^[A-Za-z0-9]{1,10}$/, "Enter a short environment name like F1.");

export const SaveOrg = z.object({
  db: databaseName,
  bt_org: orgCode,
  bt_env: optional(environment).transform((env) => env ?? "F1"),
});
export type SaveOrg = z.output<typeof SaveOrg>;

const isLoopback = (host: string) => host === "localhost" || host === "127.0.0.1" || host === "[::1]";

const serviceUrl = text(300).refine(
  (typed) => {
    const url = URL.canParse(typed) ? new URL(typed) : null;
    if (!url || url.username || url.password) return false;
    return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  },
  { error: "Enter a full address that starts with https://" },
);

const linkParts = ["env", "org", "db", "patient_id"] as const;

const linkTemplate = text(500)
  .refine((typed) => URL.canParse(typed) && new URL(typed).protocol === "https:", {
    error: "Enter a full address that starts with https://",
  })
  .refine((typed) => typed.includes("{patient_id}"), {
    error: "Put {patient_id} where the patient's id goes.",
  })
  .refine(
    (typed) => [...typed.matchAll(/\{(\w*)\}/g)].every(([, part]) => linkParts.includes(part as never)),
    {
      error: "Use only {env}, {org}, {db} and {patient_id}.",
    },
  );

const webAddress = text(500).refine(
  (typed) => URL.canParse(typed) && new URL(typed).protocol === "https:",
  "Enter a full address that starts with https://",
);

export const OneDatabase = z.object({ name: databaseName });

export const RenameDatabase = OneDatabase.extend({ new_name: databaseName });
export type RenameDatabase = z.output<typeof RenameDatabase>;

export const SaveOrderSystem = OneDatabase.extend({
  kind: z.enum(["local", "brightree"], "Choose where orders come from."),
  user_name: optional(text(200)),
  password: optional(z.string().max(200, "Please keep this under 201 characters.")),
  orders_url: optional(serviceUrl),
  patients_url: optional(serviceUrl),
  reference_url: optional(serviceUrl),
  zone: optional(
    text(60).refine((typed) => zoneOf(typed) !== null, {
      error: "Enter a time zone like America/New_York or EST.",
    }),
  ).transform((zone) => zone ?? "America/New_York"),
  bt_env: optional(environment).transform((env) => env ?? "F1"),
  bt_org: optional(orgCode),
  link_template: optional(linkTemplate),
  sso_url: optional(webAddress),
});
export type SaveOrderSystem = z.output<typeof SaveOrderSystem>;

export const ShowDatabases = z.object({
  name: text(60).optional(),
  /** The import that lacked this database. */
  import: recordId.optional().catch(undefined),
});

export const AddDatabase = ShowDatabases.extend({
  name: databaseName,
  company: filled(200, "Enter the company."),
});
export type AddDatabase = z.output<typeof AddDatabase>;

const list = <Schema extends z.ZodType>(of: Schema) =>
  z.preprocess((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]), of);

export const SaveOrderStates = OneDatabase.extend({
  state: list(z.array(text(200)).max(1000)),
  step: list(z.array(z.enum(["", "1", "2", "3", "4"], "Choose a step from the list.")).max(1000)),
})
  .refine(({ state, step }) => state.length === step.length, { error: "Choose a step for each state." })
  .transform(({ name, state, step }) => ({
    name,
    steps: state
      .map((of, index) => ({ state: of, step: step[index] ? Number(step[index]) : null }))
      .filter((row) => row.state !== ""),
  }));
export type SaveOrderStates = z.output<typeof SaveOrderStates>;

export const ReadAgain = OneDatabase.extend({
  from: optional(
    z.string().transform((typed, context) => {
      const found = typed.length > 40 ? null : dayOf(typed);
      if (!found) context.addIssue({ code: "custom", message: "Enter a day like 2026-01-31." });
      return found ?? z.NEVER;
    }),
  ),
});
export type ReadAgain = z.output<typeof ReadAgain>;
