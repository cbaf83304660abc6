/** Both patterns are tested against one clause from clauses.ts. */
export interface Rule {
  when: RegExp;
  unless?: RegExp | undefined;
}

export interface OptOutRules {
  /** These words opt out only as the full message. In a sentence, they may mean the visit. */
  alone: ReadonlySet<string>;
  certain: Rule[];
  possible: Rule[];
  /** Clauses that don't ask us to stop: "don't stop", "should I stop using it". */
  notAsked: Rule;
  /** Words that limit a request to a time or a topic, so that it may not mean all texts. */
  limited: RegExp;
}

/** Builds patterns from lists of words: `{texts}` matches any word in `lists.texts`. */
export function patternsFrom(lists: Record<string, string>) {
  const expand = (source: string): string =>
    source.replace(
      /\{(\w+)\}/g,
      (_, name: string) => `(?:${(lists[name] ?? "").trim().replace(/\s+/g, "|")})`,
    );
  return (...sources: string[]): RegExp => new RegExp(`\\b(?:${sources.map(expand).join("|")})(?!\\w)`);
}

export const isMet = (rules: Rule[], clause: string): boolean =>
  rules.some(({ when, unless }) => when.test(clause) && !unless?.test(clause));

export const either = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"));
