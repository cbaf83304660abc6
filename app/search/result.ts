export interface Result {
  href: string;
  /** A patient's name, shown instead of the title. */
  name?: string | null;
  title: string;
  /** Start of a visit, ms UTC. */
  at?: number;
  status?: string;
  details: string[];
}

export interface ResultGroup {
  name: string;
  results: Result[];
  all: { href: string; label: string } | null;
}

export const resultsPerGroup = 6;
