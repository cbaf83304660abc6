import * as z from "zod";
import { optional, text } from "~/core/fields";
import { choice } from "../dashboard-schema";
import { listHref } from "../ui/lists/list-href";

/** The selected visits of the worklist: a table's page, or its entire result. */
const selections = ["ended", "ended-all", "needs", "needs-all", "today", "today-all"] as const;

/** The most patients to call that are listed. */
export const mostCalls = 50;

export const tabs = ["calendar", "worklist", "capacity"] as const;

const date = z.iso
  .date()
  .regex(/^20\d\d/)
  .optional()
  .catch(undefined);

const page = z.coerce.number().int().min(1).max(1000).catch(1);
const filter = choice.catch(undefined);

/** An invalid value counts as missing. */
export const ShowCalendars = z.object({
  tab: z.enum(tabs).catch("calendar"),
  search: optional(text(100)).catch(undefined),
  therapist: filter,
  region: filter,
  company: filter,
  status: filter,
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  day: date,
  week: date,
  ended: page,
  needs: page,
  page,
  select: z.enum(selections).optional().catch(undefined),
});
type Parsed = z.output<typeof ShowCalendars>;
type Always = "tab" | "ended" | "needs" | "page";
export type ShowCalendars = Pick<Parsed, Always> & Partial<Omit<Parsed, Always>>;

export type Filters = Pick<ShowCalendars, "search" | "therapist" | "region" | "company" | "status">;

export const filterNames = ["search", "therapist", "region", "company", "status"] as const;

/** Hidden unless the status filter selects them. */
export const hiddenStatuses = ["cancelled", "pending"] as const;

export const isShown = (status: string, filter: string | undefined) =>
  filter ? status === filter : !(hiddenStatuses as readonly string[]).includes(status);

export function calendarsHref(choices: Partial<Record<keyof ShowCalendars, string | number | undefined>>) {
  const { tab, page, ended, needs, ...others } = choices;
  return listHref("/calendars", {
    tab: tab === "calendar" ? undefined : tab,
    ...others,
    ended: ended === 1 ? undefined : ended,
    needs: needs === 1 ? undefined : needs,
    page: page === 1 ? undefined : page,
  });
}

export function filtersOn(choices: Filters): Partial<Record<(typeof filterNames)[number], string>> {
  return Object.fromEntries(filterNames.flatMap((name) => (choices[name] ? [[name, choices[name]]] : [])));
}
