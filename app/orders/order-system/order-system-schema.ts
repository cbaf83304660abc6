import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { dayOf } from "~/core/dates";
import { asList, filled, optional, recordId, secret, text } from "~/core/fields";
import { zoneOf } from "~/core/time";
import { databaseName, patientId, salesOrderNo } from "../order-schema";

export const FindOrderMeta = z.object({
  db: databaseName,
  pid: patientId,
  so: optional(salesOrderNo),
});
export type FindOrderMeta = z.output<typeof FindOrderMeta>;

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

export const FindPatientLink = z.object({ db: databaseName, patient_id: patientId });
export type FindPatientLink = z.output<typeof FindPatientLink>;

const badOrg = "Enter the 3 to 6 digits from the order system's URL, like 02873.";

const orgCode = z
  .string(badOrg)
  .trim()
  .regex(/^[0-9]{3,6}$/, badOrg);

const badEnvironment = "Enter a short environment name like F1.";

const environment = z
  .string(badEnvironment)
  .trim()
  .regex(/^[A-Za-z0-9]{1,10}$/, badEnvironment);

export const SaveOrg = z.object({
  db: databaseName,
  bt_org: orgCode,
  bt_env: optional(environment).transform((env) => env ?? "F1"),
});
export type SaveOrg = z.output<typeof SaveOrg>;

export const OrderOrganization = z.object({ id: recordId, back: returnPath });

export const SaveOrderOrganization = SaveOrg.omit({ db: true }).extend(OrderOrganization.shape);

const isLoopback = (host: string) => host === "localhost" || host === "127.0.0.1" || host === "[::1]";

const badUrl = "Enter a full URL that starts with https://";

const serviceUrl = text(300).refine((typed) => {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url || url.username || url.password) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}, badUrl);

const httpsUrl = text(500).refine(
  (typed) => URL.canParse(typed) && new URL(typed).protocol === "https:",
  badUrl,
);

const linkTemplate = httpsUrl
  .refine((typed) => typed.includes("{patient_id}"), "Include {patient_id} where the patient's ID goes.")
  .refine(
    (typed) => !/\{(?!(env|org|db|patient_id)\})\w*\}/.test(typed),
    "Use only {env}, {org}, {db}, and {patient_id}.",
  );

export const OneDatabase = z.object({ name: databaseName });

export const RenameDatabase = OneDatabase.extend({ new_name: databaseName });
export type RenameDatabase = z.output<typeof RenameDatabase>;

export const SaveOrderSystem = OneDatabase.extend({
  kind: z.enum(["local", "brightree"], "Choose where orders come from."),
  user_name: optional(text(200)),
  password: optional(secret(z.string().max(200, "Please keep this under 201 characters."))),
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
  sso_url: optional(httpsUrl),
});
export type SaveOrderSystem = z.output<typeof SaveOrderSystem>;

export const ShowDatabases = z.object({
  name: text(60).optional(),
  /** The import that needs this database. */
  import: recordId.optional().catch(undefined),
});

export const AddDatabase = ShowDatabases.extend({
  name: databaseName,
  company: filled(200, "Enter the company."),
});
export type AddDatabase = z.output<typeof AddDatabase>;

const step = z.enum(["", "1", "2", "3", "4"], "Choose a step from the list.");

export const SaveOrderStates = OneDatabase.extend({
  state: z.preprocess(asList, z.array(text(200)).max(1000)),
  step: z.preprocess(asList, z.array(step).max(1000)),
})
  .refine(({ state, step }) => state.length === step.length, { error: "Choose a step for each state." })
  .transform(({ name, state, step }) => ({
    name,
    steps: state
      .map((of, index) => ({ state: of, step: step[index] ? Number(step[index]) : null }))
      .filter((row) => row.state !== ""),
  }));
export type SaveOrderStates = z.output<typeof SaveOrderStates>;

export const RestartSync = OneDatabase.extend({
  from: optional(
    z.string().transform((typed, context) => {
      const found = typed.length > 40 ? null : dayOf(typed);
      if (!found) context.addIssue({ code: "custom", message: "Enter a date like 1/31/2026." });
      return found ?? z.NEVER;
    }),
  ),
});
export type RestartSync = z.output<typeof RestartSync>;
