import type { Direction } from "../../dashboard-schema";
import { listHref } from "./list-href";

interface Sorted {
  sort: string;
  direction: Direction;
}

/** Makes a column's head a link that sorts the list by the column. */
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
