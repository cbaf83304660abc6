export interface SavedForm {
  action: string;
  fields: [name: string, value: string][];
}
