import { listHref } from "~/core/list-href";
import type { Direction } from "../../dashboard-schema";

interface Sorted {
  sort: string;
  direction: Direction;
}

/** Turns a column header into a link that sorts the list by that column. */
export function sortBy(
  path: string,
  key: string,
  filters: Sorted & Record<string, string | number | undefined>,
) {
  const { sort, direction } = filters;
  const isAscending = direction === "asc";
  if (sort !== key) return { sortHref: listHref(path, { ...filters, sort: key, direction: "asc" }) };
  return {
    sortHref: listHref(path, { ...filters, direction: isAscending ? "desc" : "asc" }),
    sorted: isAscending ? ("ascending" as const) : ("descending" as const),
  };
}
