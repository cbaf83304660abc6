import { z } from "zod";
import { text } from "~/core/fields";
import { choice, optional } from "../schema";
import { listHref } from "../ui/lists/list-href";

export const tabs = ["calendar", "worklist", "capacity"] as const;

const date = z.iso
  .date()
  .regex(/^20\d\d/)
  .optional()
  .catch(undefined);

const page = z.coerce.number().int().min(1).max(1000).catch(1);
const filter = choice.catch(undefined);

/** What the address of the Setup Calendar holds; what makes no sense there is as if it were not. */
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
  /** One day's list in place of the month. */
  day: date,
  /** Any day of the week whose capacity is shown. */
  week: date,
  /** Pages of the worklist's two tables, of the day's list and of the capacity's therapists. */
  needs: page,
  page,
});
type Asked = z.output<typeof ShowCalendars>;
type Always = "tab" | "needs" | "page";
export type ShowCalendars = Pick<Asked, Always> & Partial<Omit<Asked, Always>>;

/** The filters, as the calendar, its tiles and the worklist share them. */
export type Filters = Pick<ShowCalendars, "search" | "therapist" | "region" | "company" | "status">;

export const filterNames = ["search", "therapist", "region", "company", "status"] as const;

/** What the calendar hides unless the status filter asks for it (part 2, section 4). */
export const hiddenStatuses = ["cancelled", "pending"] as const;

/** Does the calendar show a visit of this status, with that status filter? */
export const isShown = (status: string, wanted: string | undefined) =>
  wanted ? status === wanted : !(hiddenStatuses as readonly string[]).includes(status);

/** The address of the Setup Calendar with these choices and no others. */
export function calendarsHref(choices: Partial<Record<keyof ShowCalendars, string | number | undefined>>) {
  const { tab, page, needs, ...others } = choices;
  return listHref("/calendars", {
    tab: tab === "calendar" ? undefined : tab,
    ...others,
    needs: needs === 1 ? undefined : needs,
    page: page === 1 ? undefined : page,
  });
}

/** The filters that are on, to carry them from link to link. */
export function filtersOn(choices: Filters): Partial<Record<(typeof filterNames)[number], string>> {
  return Object.fromEntries(filterNames.flatMap((name) => (choices[name] ? [[name, choices[name]]] : [])));
}
