import type { FormProblem } from "~/core/form-problem";
import type { OutsideVisit } from "../availability-view";

export interface Preview {
  typed: Record<string, string>;
  sentences: string[];
  affected?: OutsideVisit[];
}

export interface Answer {
  problem?: FormProblem;
  preview?: Preview;
}

export const typedOf = (input: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== false && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

export const filledWith = ({ problem, preview }: Answer): FormProblem | undefined =>
  problem ?? (preview && { message: "", fields: {}, extra: {}, typed: preview.typed });
