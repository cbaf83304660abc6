import type { FieldMessages } from "./refusal";
import type { SavedForm } from "./saved-form";
import type { Staff } from "./who";

export interface FormProblem {
  message: string;
  fields: FieldMessages;
  typed: Record<string, string>;
  extra: Record<string, unknown>;
}

export interface RefusedPage {
  message?: string;
  kept?: SavedForm;
  staff?: Pick<Staff, "name" | "email" | "roles">;
}
