import * as z from "zod";
import { optional, text } from "~/core/fields";
import { listHref } from "~/core/list-href";
import { choice } from "../dashboard-schema";

/** Which visits in the worklist are selected: one page of a table, or all of its results. */
const selections = [
  "overdue",
  "overdue-all",
  "ended",
  "ended-all",
  "needs",
  "needs-all",
  "today",
  "today-all",
] as const;

export const mostCalls = 50;

export const tabs = ["calendar", "worklist", "capacity"] as const;

const date = z.iso
  .date()
  .regex(/^20\d\d/)
  .optional()
  .catch(undefined);

const page = z.coerce.number().int().min(1).max(1000).catch(1);
const filter = choice.catch(undefined);

/** Ignores invalid values. */
export const ShowCalendars = z.object({
  tab: z.enum(tabs).catch("calendar"),
  search: optional(text(100)).catch(undefined),
  therapist: filter,
  region: filter,
  company: filter,
  /** The name of a kind of visit. */
  kind: filter,
  status: filter,
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  day: date,
  week: date,
  overdue: page,
  ended: page,
  needs: page,
  page,
  /** Of the capacity tab. By default, it is sorted by name. */
  sort: z.literal("load").optional().catch(undefined),
  select: z.enum(selections).optional().catch(undefined),
});
type Parsed = z.output<typeof ShowCalendars>;
type Always = "tab" | "overdue" | "ended" | "needs" | "page";
export type ShowCalendars = Pick<Parsed, Always> & Partial<Omit<Parsed, Always>>;

export type Filters = Pick<ShowCalendars, "search" | "therapist" | "region" | "company" | "kind" | "status">;

/** Hidden unless the status filter selects them. */
export const hiddenStatuses = ["cancelled", "pending"] as const;

export const isShown = (status: string, filter: string | undefined) =>
  filter ? status === filter : !(hiddenStatuses as readonly string[]).includes(status);

export const calendarsHref = (choices: Partial<Record<keyof ShowCalendars, string | number | undefined>>) =>
  listHref("/calendars", choices, { tab: "calendar", overdue: 1, ended: 1, needs: 1, page: 1 });

export const capacityCsvHref = (choices: Parameters<typeof calendarsHref>[0]) =>
  listHref("/calendars/capacity.csv", { ...choices, tab: undefined }, { page: 1 });

export const filtersOn = ({ search, therapist, region, company, kind, status }: Filters): Filters => ({
  search,
  therapist,
  region,
  company,
  kind,
  status,
});
