import * as z from "zod";
import { optional, pageLimit, text, wholeNumber } from "~/core/fields";

export const SearchQuery = z.object({
  search: optional(text(100)),
  cursor: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER, "Page not found.")),
  limit: pageLimit(500),
});
export type SearchQuery = z.output<typeof SearchQuery>;

/** The cursor of the next page; null if the page isn't full. */
export const nextCursor = (rows: { id: number }[], limit: number): number | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
