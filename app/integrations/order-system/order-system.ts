import type { OrderNotes } from "./order-notes";

/** An order's details for staff; null for unknown values. */
export interface OrderMeta {
  order: {
    address: string | null;
    phone: string | null;
    mobile: string | null;
    order_note: string | null;
    delivery_note: string | null;
  };
  insurance: {
    company: string | null;
    policy_number: string | null;
    /** `YYYY-MM-DD` */
    effective: string | null;
    verified: boolean | null;
  };
  items: { proc_code: string | null; item_name: string | null }[];
  branch_office: string | null;
}

export interface OrderQuery {
  patientId: number;
  salesOrderNo: string | null;
}

export interface ChangedOrder {
  patient_id: number;
  sales_order_no: string;
  patient_name: string | null;
  phone: string | null;
  email: string | null;
  state: string | null;
  branch_office: string | null;
  /** When the order was created, ms UTC. */
  recdate: number | null;
  orderState: string | null;
  isOver: boolean;
  packages: OrderPackage[];
  /** The day on which the order should be delivered, `YYYY-MM-DD`. */
  expectedOn: string | null;
  /** When all of the order was delivered, ms UTC. */
  deliveredAt: number | null;
}

export interface OrderPackage {
  /** The carrier's name as the order system writes it, like "UPS Ground". */
  carrier: string | null;
  trackingNumber: string;
  /** ms UTC */
  shippedAt: number | null;
}

interface ChangesQuery {
  /** Milliseconds UTC, inclusive. */
  from: number;
  /** Milliseconds UTC, exclusive. */
  to: number;
  /** Starts at 1. */
  page: number;
  pageSize: number;
}

export interface Check {
  name: string;
  ok: boolean;
  sentence: string;
}

/** The order system of one database. Each call has a time limit and throws OrderSystemFailure. */
export interface OrderSystem {
  /** Null if this patient has no such order. */
  fetchOrderMeta(query: OrderQuery): Promise<OrderMeta | null>;
  /** Returns one page of new and changed order numbers; empty after the last page. */
  listChangedOrders(query: ChangesQuery, signal?: AbortSignal): Promise<string[]>;
  /** Null if the order doesn't exist. */
  fetchOrder(salesOrderNo: string, signal?: AbortSignal): Promise<ChangedOrder | null>;
  listOrderStates(): Promise<string[]>;
  notes: OrderNotes;
  test(): Promise<Check[]>;
}
