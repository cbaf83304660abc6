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
  /** The form that was sent after the session ended. */
  kept?: SavedForm;
  /** Keeps the navigation of a refused staff member. */
  staff?: Pick<Staff, "name" | "email" | "roles">;
}
