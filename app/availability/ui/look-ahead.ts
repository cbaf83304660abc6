import type { FormProblem } from "~/core/form-problem";

/** What was typed into a form, and what its buttons would do with it. */
export interface Preview {
  typed: Record<string, string>;
  sentences: string[];
}

/** What a form that can be looked ahead at shows after it was sent. */
export interface Answer {
  problem?: FormProblem;
  ahead?: Preview;
}

/** The fields of a form as it sends them, from what was understood of it. */
export const typedOf = (input: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== false && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

/** Fills a form with what was typed, after a no or a look ahead. */
export const filledWith = ({ problem, ahead }: Answer): FormProblem | undefined =>
  problem ?? (ahead && { message: "", fields: {}, extra: {}, typed: ahead.typed });
