import { visitDatesIn } from "~/core/search/dates-in-search";
import { type SearchTerms, searchTermsOf } from "~/core/search/search-terms";

export interface SearchQuery {
  /** The text without the visit's date. */
  text: string;
  terms: SearchTerms;
  /** Dates of visits, `YYYY-MM-DD`; null if the text contains none. */
  dates: string[] | null;
  /** True if the text may also be a date of birth. */
  isDate: boolean;
}

/** @param today `YYYY-MM-DD` */
export function searchQueryOf(typed: string, today: string): SearchQuery {
  const dated = visitDatesIn(typed, today);
  const text = dated?.rest ?? typed;
  return {
    text,
    // A full date may also be a date of birth.
    terms: searchTermsOf(text || typed),
    dates: dated?.dates ?? null,
    isDate: dated !== null && text === "",
  };
}
