import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { dayOf } from "~/core/dates";
import {
  asList,
  emailAddress,
  example,
  filled,
  optional,
  phoneWithExtension,
  recordId,
  secret,
  shown,
  text,
} from "~/core/fields";
import { strings } from "./strings";

const badPatientId = "The patient ID must be a number.";

const digits = z
  .string()
  .trim()
  .regex(/^\d{1,15}$/)
  .transform(Number);

export const patientId = example(
  z
    .union([z.number(), digits], badPatientId)
    .pipe(z.int(badPatientId).positive(badPatientId).max(999_999_999_999, "The patient ID is too long.")),
  40123,
);

export const databaseName = example(filled(60, "Enter the database."), "QHMS");

export const salesOrderNo = example(
  z.preprocess(
    (value) => (typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value),
    filled(40, "Enter the sales order number."),
  ),
  "700123",
);

/** The Manual Add form sends 0 for an empty sales order. */
export const GenerateCode = z
  .object({
    patient_id: patientId,
    brightree_db: databaseName,
    sales_order_no: z.preprocess(
      (value) => (value === 0 || value === "0" ? undefined : value),
      optional(salesOrderNo),
    ),
    phone: optional(phoneWithExtension),
    email: optional(emailAddress),
  })
  .refine((input) => input.phone ?? input.email, {
    path: ["phone"],
    error: "Enter a phone number or an email address to send the code to.",
  });
export type GenerateCode = z.output<typeof GenerateCode>;

export const ResendCode = z.object({ id: recordId });

const badLimit = "limit must be a number from 1 to 1000.";

export const ListCodes = z.object({
  db: optional(z.string().trim().max(60)).transform((name) => (name === "ALL" ? undefined : name)),
  limit: optional(z.coerce.number(badLimit).int(badLimit).min(1, badLimit).max(1000, badLimit)).transform(
    (limit) => limit ?? 200,
  ),
  cursor: optional(recordId),
});
export type ListCodes = z.output<typeof ListCodes>;

export const codeSorts = ["sent", "expires", "opened", "patient", "db"] as const;
export type CodeSort = (typeof codeSorts)[number];

/** The filters of the page of pending codes. Ignores invalid values, so that old links keep working. */
export const PendingCodes = z.object({
  db: ListCodes.shape.db,
  search: optional(text(100)).catch(undefined),
  /** Days in the user's zone. */
  expires: optional(z.enum(["today", "tomorrow", "week"])).catch(undefined),
  /** Whether the patient has ever opened the link. */
  opened: optional(z.enum(["no", "yes"])).catch(undefined),
  sort: z.enum(codeSorts).catch("sent").default("sent"),
  direction: z.enum(["asc", "desc"]).catch("desc").default("desc"),
  page: z.coerce.number().int().min(1).max(1000).catch(1).default(1),
});
export type PendingCodes = z.output<typeof PendingCodes>;

/** At most this many codes can be resent together. It is also a page of the list. */
export const mostResent = 200;

/** A code, and when it was last sent (ms UTC) as the user saw it, like `12.1772463600000`. */
const chosenCode = z
  .string()
  .regex(/^[1-9]\d{0,14}\.\d{1,15}$/, "This ID is not valid.")
  .transform((typed) => {
    const [id = 0, sentAt = 0] = typed.split(".").map(Number);
    return { id, sentAt };
  });
export type ChosenCode = z.output<typeof chosenCode>;

export const ChosenCodes = z.object({
  code: z.preprocess(asList, z.array(chosenCode).max(mostResent, `Select at most ${mostResent} codes.`)),
  back: returnPath,
});

/** At most this many patients get their first link together. */
export const mostLinks = 200;

const orderIds = z.preprocess(
  asList,
  z.array(recordId).max(mostLinks, `Select at most ${mostLinks} orders.`),
);

export const ChosenOrders = z.object({ order: orderIds });

/** The form that sends links. Its field isn't named like the page's parameter, which would replace it. */
export const SendLinks = z.object({ send: orderIds, back: returnPath });

export const CodeRow = z.object({
  id: z.number().int(),
  code: example(z.string(), "482915"),
  email: shown.email.nullable(),
  phone: shown.phone.nullable(),
  order_id: z.number().int(),
  patient_id: shown.patientId,
  patient_name: shown.patientName.nullable(),
  brightree_db: shown.database,
  created_at: z.iso.datetime(),
  /** When the code was last queued to be sent. `GET /api/admin/outbox` shows the result. */
  sent_at: z.iso.datetime(),
});

const codeShort = { error: () => strings.codeShort };

const sixDigits = example(
  z
    .string(codeShort)
    .max(60, codeShort)
    .transform((typed) => typed.replace(/[\s\p{Pd}]/gu, ""))
    .pipe(z.string().regex(/^\d{6}$/, codeShort)),
  "482915",
);

const phoneEnds = { error: () => strings.phoneEnds };

const phoneEnd = example(
  z
    .string(phoneEnds)
    .max(40, phoneEnds)
    .transform((typed) => typed.replace(/\D/g, ""))
    .pipe(z.string().regex(/^(\d{4}|\d{10,11})$/, phoneEnds))
    .transform((digits) => digits.slice(-4)),
  "0142",
);

const dobWrong = { error: () => strings.dobWrong };

const dob = example(
  z
    .string(dobWrong)
    .max(40, dobWrong)
    .transform((typed, context) => {
      const day = dayOf(typed);
      if (!day) context.addIssue({ code: "custom", message: strings.dobWrong });
      return day ?? z.NEVER;
    }),
  "1956-04-12",
);

export const SignInByCode = z.object({
  code: secret(sixDigits),
  phone_last4: optional(phoneEnd),
  dob: optional(dob),
});
export type SignInByCode = z.output<typeof SignInByCode>;

export const LinkCode = z.object({
  code: secret(
    z
      .string()
      .trim()
      .max(200, { error: () => strings.linkUnknown }),
  ),
});

export const SignInByQuery = z.object({
  pid: z.string().trim().min(1).max(200),
  db: z.string().trim().min(1).max(200),
  so: optional(z.string().trim().max(200)),
});
export type SignInByQuery = z.output<typeof SignInByQuery>;
