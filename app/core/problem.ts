import type { FieldMessages } from "./refusal";

/** What a form shows after a no: the sentence, where it belongs, and what was typed. */
export interface Problem {
  message: string;
  fields: FieldMessages;
  typed: Record<string, string>;
  extra: Record<string, unknown>;
}
