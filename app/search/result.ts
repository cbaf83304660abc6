export interface Result {
  href: string;
  /** A patient's name, shown instead of the title. */
  name?: string | null;
  title: string;
  /** Milliseconds UTC of a visit. */
  at?: number;
  status?: string;
  details: string[];
}

export interface ResultGroup {
  name: string;
  results: Result[];
  /** The list that holds all results of this group. */
  all: { href: string; label: string } | null;
}

export const resultsPerGroup = 6;
