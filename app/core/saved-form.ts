/** A form that was sent after its session ended. */
export interface SavedForm {
  /** Path and query. */
  action: string;
  fields: [name: string, value: string][];
}
