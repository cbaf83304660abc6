/** What somebody typed into a form of ours whose session was over by then. */
export interface SavedForm {
  /** Where it leads: path and query. */
  action: string;
  fields: [name: string, value: string][];
}
