export interface FoundOrder {
  id: number;
  patient_name: string | null;
  dob: string | null;
  patient_id: number;
  brightree_db: string;
  sales_order_no: string | null;
  state: string | null;
  /** 1 to 7 */
  step: number;
  language: string;
  interpreter: string | null;
  closed: boolean;
  visit:
    | { own: true; id: number; start: number; timezone: string; therapistId: number }
    | { own: false }
    | null;
}
