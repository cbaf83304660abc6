import type * as z from "zod";
import { strings } from "~/core/strings";

const kinds: Record<string, string> = {
  string: "Send this as text.",
  number: "Send this as a number.",
  int: "Send this as a whole number.",
  boolean: "Send this as true or false.",
  array: "Send this as a list.",
  object: "Send this as an object.",
};

type Limit = { origin: string };
const units: Record<string, string> = { string: " characters", array: " entries", set: " entries" };
const unitOf = ({ origin }: Limit) => units[origin] ?? "";

export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? strings.fillIn : (kinds[issue.expected] ?? strings.notValid);
    case "too_small":
      return issue.inclusive
        ? `Send at least ${issue.minimum}${unitOf(issue)}.`
        : `Send more than ${issue.minimum}${unitOf(issue)}.`;
    case "too_big":
      return issue.inclusive
        ? `Send at most ${issue.maximum}${unitOf(issue)}.`
        : `Send less than ${issue.maximum}${unitOf(issue)}.`;
    case "invalid_value":
      return `Choose one of: ${issue.values.map(String).join(", ")}.`;
    default:
      return strings.notValid;
  }
}
