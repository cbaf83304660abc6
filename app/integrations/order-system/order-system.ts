/** What the staff's screens show of one order; null where nothing is known. */
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

/** A patient by the order system's key, and the order where it is known. */
export interface OrderQuery {
  patientId: number;
  salesOrderNo: string | null;
}

/** An order as the order system holds it now, in the words of our own import. */
export interface ChangedOrder {
  patient_id: number;
  sales_order_no: string;
  patient_name: string | null;
  phone: string | null;
  email: string | null;
  state: string | null;
  branch_office: string | null;
  /** When it was made, milliseconds UTC. */
  recdate: number | null;
  /** The state it is in on the order system's worklist. */
  worklistState: string | null;
  /** Closed or stopped there: nothing is left to schedule. */
  isOver: boolean;
}

/** A page of the changes in a span. */
export interface ChangesQuery {
  /** Milliseconds UTC, inclusive. */
  from: number;
  /** Milliseconds UTC, exclusive. */
  to: number;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** What was tried of a connection, and what came of it, in words. */
export interface Check {
  name: string;
  ok: boolean;
  sentence: string;
}

/**
 * The order system behind one database. Each call ends within its time limit.
 *
 * @throws OrderSystemFailure where it can't be reached or makes no sense
 */
export interface OrderSystem {
  /** Null where it knows no such order of this patient. */
  fetchOrderMeta(asked: OrderQuery): Promise<OrderMeta | null>;
  /** One page of the numbers of the orders that were made or changed in a span; empty after the last page. */
  listChangedOrders(asked: ChangesQuery, signal?: AbortSignal): Promise<string[]>;
  /** Null where it knows no such order. */
  fetchOrder(salesOrderNo: string, signal?: AbortSignal): Promise<ChangedOrder | null>;
  /** The names of the states an order can be in on its worklist. */
  listWorklistStates(): Promise<string[]>;
  test(): Promise<Check[]>;
}
