import * as z from "zod";
import { instantOrDate, optional, pageLimit, rowLimit, shown, text, wholeNumber } from "~/core/fields";
import { KindNoteJson } from "~/kinds/kind-schema";

export const choice = optional(text(200)).transform((chosen) =>
  chosen?.toUpperCase() === "ALL" ? undefined : chosen,
);

const limit = pageLimit(1000);

const cursor = (format: RegExp) => optional(z.string().regex(format, "Page not found."));

export const OnDashboard = z.object({ db: choice, therapist: choice });
export type BoardFilters = Partial<z.output<typeof OnDashboard>>;

export const StepCounts = z.object({ db: choice });

export const StepOrders = z.object({
  step: wholeNumber(1, 7, "step must be from 1 to 7."),
  db: choice,
  limit,
  cursor: cursor(/^-?\d{1,16}-\d{1,16}$/),
});

export const StepOrderJson = z.object({
  brightree_db: shown.database,
  patient_id: shown.patientId,
  sales_order_no: shown.salesOrderNo.nullable(),
  reached_at: z.iso.datetime(),
});

export const ListComposites = z.object({
  start: instantOrDate,
  end: instantOrDate,
  therapist: choice,
  region: choice,
  company: choice,
  /** The name of a kind of visit. */
  kind: choice,
  status: choice,
  search: optional(text(100)),
  limit: rowLimit(5000),
  cursor: cursor(/^\d{1,9}$/),
});
export type ListComposites = z.output<typeof ListComposites>;

const sharedFields = {
  id: z.number().int(),
  datetime: z.iso.datetime(),
  therapist: shown.therapist,
  brightree_db: shown.database,
  patient_id: shown.patientId,
  status: z.string(),
  visit_type: z.string(),
  sales_order_id: z.string().nullable(),
  so_id: z.string().nullable(),
  step: z.number().int(),
  version: z.number().int(),
};

export const CompositeJson = z.object({
  ...sharedFields,
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  therapist_id: z.number().int(),
  patient_name: shown.patientName.nullable(),
  region: shown.state,
  /** The IANA zone for times in the patient's messages. */
  patient_zone: shown.zone,
  company: shown.company,
  type: z.string(),
  language: z.string(),
  interpreter: z.string().nullable(),
  interpreter_arranged: z.boolean(),
  patient_confirmed: z.boolean(),
  late_minutes: z.number().int().nullable(),
  call_me: z.boolean(),
  class_id: z.number().int().nullable(),
  /** How and where the visit happens, unless that is by video and of the company's default kind. */
  kind_note: KindNoteJson.optional(),
});

export const AppointmentRow = z.object({
  ...sharedFields,
  date: z.iso.date(),
  start_time: z.string(),
  soid: z.string().nullable(),
  no_show_reason: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  /** When the visit was completed, canceled, or marked as a no-show. */
  outcome_at: z.iso.datetime().nullable(),
});

const pageCursor = cursor(/^(after|before)\.[\w-]{1,600}$/);
export const calendarDay = optional(z.iso.date("Enter a date like 2026-05-12."));

export const sorts = ["date", "time", "therapist", "db", "patient", "type", "status"] as const;
export type Sort = (typeof sorts)[number];
const direction = z.enum(["asc", "desc"]).catch("asc").default("asc");
export type Direction = z.output<typeof direction>;

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
  direction,
  limit,
  cursor: pageCursor,
});
export type ListAppointments = z.output<typeof ListAppointments>;

export const peopleSorts = ["name", "email", "phone", "role", "status", "company"] as const;
export type PeopleSort = (typeof peopleSorts)[number];

export const ListPeople = z.object({
  search: optional(text(100)),
  sort: z.enum(peopleSorts).catch("name").default("name"),
  direction,
  cursor: pageCursor,
});
export type ListPeople = z.output<typeof ListPeople>;
