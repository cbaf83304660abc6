import type { FieldMessages } from "./refusal";
import type { SavedForm } from "./saved-form";

export interface FormProblem {
  message: string;
  fields: FieldMessages;
  typed: Record<string, string>;
  extra: Record<string, unknown>;
}

export interface RefusedPage {
  message?: string;
  kept?: SavedForm;
}
