import * as z from "zod";
import { optional, pageLimit, rowLimit, text, wholeNumber } from "~/core/fields";

export const choice = optional(text(200)).transform((word) =>
  word === undefined || word.toUpperCase() === "ALL" ? undefined : word,
);

const limit = pageLimit(1000);

const cursor = optional(z.string().regex(/^-?\d{1,16}-\d{1,16}$/, "Page not found."));

export const OnDashboard = z.object({ db: choice, therapist: choice });

export const StepCounts = z.object({ db: choice });

export const StepOrders = z.object({
  step: wholeNumber(1, 7, "step must be from 1 to 7."),
  db: choice,
  limit,
  cursor,
});

export const ShowStep = StepOrders.extend({ therapist: choice });

export const StepOrderJson = z.object({
  brightree_db: z.string(),
  patient_id: z.number().int(),
  sales_order_no: z.string().nullable(),
  reached_at: z.iso.datetime(),
});

const sentence = "Enter a date like 2026-05-12 or an instant like 2026-05-12T13:00:00Z.";

/** An ISO instant (UTC without an offset), or a date, which means the start of that day in UTC. */
const edge = z
  .string(sentence)
  .trim()
  .max(40, sentence)
  .transform((given, context) => {
    const date = /^\d{4}-\d{2}-\d{2}$/.test(given);
    const at = /^\d{4}-\d{2}-\d{2}/.test(given)
      ? Date.parse(date ? `${given}T00:00:00Z` : given)
      : Number.NaN;
    if (Number.isNaN(at)) context.addIssue({ code: "custom", message: sentence });
    return Number.isNaN(at) ? z.NEVER : at;
  });

export const ListComposites = z.object({
  start: optional(edge),
  end: optional(edge),
  therapist: choice,
  region: choice,
  company: choice,
  status: choice,
  search: optional(text(100)),
  limit: rowLimit(5000),
  cursor: optional(z.string().regex(/^\d{1,9}$/, "Page not found.")),
});
export type ListComposites = z.output<typeof ListComposites>;

/** With alternative names for some fields. */
export const CompositeJson = z.object({
  id: z.number().int(),
  start: z.iso.datetime(),
  datetime: z.iso.datetime(),
  end: z.iso.datetime(),
  therapist: z.string(),
  therapist_id: z.number().int(),
  patient_id: z.number().int(),
  patient_name: z.string().nullable(),
  region: z.string(),
  company: z.string(),
  brightree_db: z.string(),
  status: z.string(),
  visit_type: z.string(),
  type: z.string(),
  sales_order_id: z.string().nullable(),
  so_id: z.string().nullable(),
  step: z.number().int(),
  language: z.string(),
  interpreter: z.string().nullable(),
  interpreter_arranged: z.boolean(),
  patient_confirmed: z.boolean(),
  late_minutes: z.number().int().nullable(),
  call_me: z.boolean(),
  version: z.number().int(),
});

const placeInList = optional(z.string().regex(/^(after|before)\.[\w-]{1,600}$/, "Page not found."));
const calendarDay = optional(z.iso.date("Enter a date like 2026-05-12."));

export const sorts = ["date", "time", "therapist", "db", "patient", "type", "status"] as const;
export type Sort = (typeof sorts)[number];
const directions = ["asc", "desc"] as const;
export type Direction = (typeof directions)[number];

export const ListAppointments = z.object({
  db: choice,
  therapist: choice,
  type: choice,
  status: choice,
  step: optional(wholeNumber(6, 7, "step must be 6 or 7.")),
  search: optional(text(100)),
  /** Dates in the therapists' time zones. */
  from: calendarDay,
  to: calendarDay,
  sort: z.enum(sorts).catch("date").default("date"),
  direction: z.enum(directions).catch("asc").default("asc"),
  limit,
  cursor: placeInList,
});
export type ListAppointments = z.output<typeof ListAppointments>;

export const peopleSorts = ["name", "email", "phone", "role", "status", "company"] as const;
export type PeopleSort = (typeof peopleSorts)[number];

export const ListPeople = z.object({
  search: optional(text(100)),
  sort: z.enum(peopleSorts).catch("name").default("name"),
  direction: z.enum(directions).catch("asc").default("asc"),
  cursor: placeInList,
});
export type ListPeople = z.output<typeof ListPeople>;

export const AppointmentRow = z.object({
  id: z.number().int(),
  date: z.iso.date(),
  start_time: z.string(),
  datetime: z.iso.datetime(),
  therapist: z.string(),
  brightree_db: z.string(),
  patient_id: z.number().int(),
  visit_type: z.string(),
  status: z.string(),
  sales_order_id: z.string().nullable(),
  so_id: z.string().nullable(),
  soid: z.string().nullable(),
  step: z.number().int(),
  version: z.number().int(),
  no_show_reason: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  /** When the visit was completed, missed or canceled. */
  outcome_at: z.iso.datetime().nullable(),
});
