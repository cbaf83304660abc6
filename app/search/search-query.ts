import { visitDatesIn } from "~/core/search/dates-in-search";
import { type SearchTerms, searchTermsOf } from "~/core/search/search-terms";

export interface SearchQuery {
  /** The text without the date of a visit. */
  text: string;
  terms: SearchTerms;
  /** Dates of visits, `YYYY-MM-DD`; null where the text has none. */
  dates: string[] | null;
  /** Whether the text may also be a date of birth. */
  isDate: boolean;
}

/** @param today `YYYY-MM-DD` */
export function searchQueryOf(typed: string, today: string): SearchQuery {
  const dated = visitDatesIn(typed, today);
  const text = dated?.rest ?? typed;
  return {
    text,
    // A whole date is a date of birth too.
    terms: searchTermsOf(text || typed),
    dates: dated?.dates ?? null,
    isDate: dated !== null && text === "",
  };
}
