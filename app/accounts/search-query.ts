import * as z from "zod";
import { blankless, text } from "~/core/fields";

/** A search in a list, and the part of the list to return. */
export const SearchQuery = z.object({
  search: z.preprocess(blankless, text(100).optional()),
  cursor: z.preprocess(blankless, z.coerce.number("Page not found.").int().positive().optional()),
  limit: z.preprocess(
    blankless,
    z.coerce.number("limit must be a number.").int().positive().max(500).default(200),
  ),
});
export type SearchQuery = z.output<typeof SearchQuery>;

/** The cursor of the next page; null if the page isn't full. */
export const nextCursor = (rows: { id: number }[], limit: number): number | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
