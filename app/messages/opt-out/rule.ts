/** Applies to one clause in plain words. */
export interface Rule {
  when: RegExp;
  unless?: RegExp | undefined;
}

export interface OptOutRules {
  /** These opt out only as the entire message. In a sentence, they mean the visit or something else. */
  alone: ReadonlySet<string>;
  certain: Rule[];
  possible: Rule[];
  /** No request to stop: "don't stop", "should I stop using it". */
  notAsked: Rule;
  /** Limits a request to a time or a topic, so that it may not be meant for all texts. */
  limited: RegExp;
}

/** Builds patterns from lists of words. `{texts}` stands for any word of `lists.texts`. */
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
