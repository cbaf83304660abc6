import { listHref } from "~/core/list-href";
import type { Row } from "~/db/tables";

export type ListName = Row<"saved_views">["list"];

interface List {
  label: string;
  path: string;
  /** The part of the address that every view of the list has. */
  fixed: Record<string, string>;
  /** Values that the list has without its address naming them. */
  defaults: Record<string, string>;
  /** The filters that the list has now, by the name in its address. A view can have others from an older version. */
  filters: Record<string, string>;
}

const sorting = { sort: "Sort by", direction: "Direction" };

export const lists: Record<ListName, List> = {
  appointments: {
    label: "Appointments",
    path: "/appointments",
    fixed: {},
    defaults: { sort: "date", direction: "asc" },
    filters: {
      search: "Search",
      type: "Type",
      db: "Database",
      status: "Status",
      therapist: "Therapist",
      from: "From",
      to: "To",
      step: "Step",
      ...sorting,
    },
  },
  worklist: {
    label: "Worklist",
    path: "/calendars",
    fixed: { tab: "worklist" },
    defaults: {},
    filters: {
      search: "Search",
      therapist: "Therapist",
      region: "Region",
      company: "Company",
      kind: "Kind of visit",
    },
  },
  orders: {
    label: "Open orders",
    path: "/orders",
    fixed: {},
    defaults: { sort: "reached", direction: "asc" },
    filters: {
      search: "Search",
      step: "Step",
      db: "Database",
      owner: "Owner",
      due: "Next action",
      ...sorting,
    },
  },
  inbox: {
    label: "2-Way Messaging",
    path: "/messages",
    fixed: {},
    defaults: { folder: "all" },
    filters: { folder: "Folder", filter: "Filter", q: "Search" },
  },
};

export const listNames = Object.keys(lists) as ListName[];

type Filters = Record<string, string | number | null | undefined>;

/** The query of a list's address with only its filters, in a fixed order. Empty without filters. */
export function queryOf(list: ListName, filters: Filters): string {
  const names = Object.keys(lists[list].filters);
  const own = Object.fromEntries(names.map((name) => [name, filters[name]]));
  return listHref("", own, lists[list].defaults).slice(1);
}

/** The address of a list with a view's filters. @param query as in `queryOf` */
export const addressOf = (list: ListName, query: string): string =>
  listHref(lists[list].path, { ...lists[list].fixed, ...Object.fromEntries(new URLSearchParams(query)) });

/** Each filter in words, like "Status: submitted". */
export const describeFilters = (list: ListName, query: string): string[] =>
  [...new URLSearchParams(query)].map(([name, value]) => `${lists[list].filters[name] ?? name}: ${value}`);
