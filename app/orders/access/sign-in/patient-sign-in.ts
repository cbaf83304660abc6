export interface PatientSignIn<Token extends string | null = string> {
  token: Token;
  orderId: number;
  patient_id: number;
  brightree_db: string;
  sales_order_no: string | null;
}
