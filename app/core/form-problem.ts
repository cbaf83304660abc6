import type { FieldMessages } from "./refusal";
import type { SavedForm } from "./saved-form";
import type { Staff } from "./who";

/** What a form shows after a no: the sentence, where it belongs, and what was typed. */
export interface FormProblem {
  message: string;
  fields: FieldMessages;
  typed: Record<string, string>;
  extra: Record<string, unknown>;
}

/** What the page of a refusal is told. */
export interface RefusedPage {
  message?: string;
  /** What was typed by somebody whose session is over. */
  kept?: SavedForm;
  /** The staff member who was refused, who keeps their navigation. */
  staff?: Pick<Staff, "name" | "email" | "roles">;
}
