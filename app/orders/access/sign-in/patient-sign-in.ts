/** A patient who is in. */
export interface PatientSignIn<Token extends string | null = string> {
  /** Of the session that was opened; null where the one at hand goes on. */
  token: Token;
  orderId: number;
  patient_id: number;
  brightree_db: string;
  sales_order_no: string | null;
}
