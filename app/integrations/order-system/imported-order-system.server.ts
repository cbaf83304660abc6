import type { OrderMeta, OrderQuery, OrderSystem } from "./order-system";
import { OrderSystemFailure } from "./order-system-failure";

interface ImportedOrder {
  phone: string | null;
  branch_office: string | null;
}

/** For a database without an order system, where only imported data is known. */
export function importedOrderSystem(find: (query: OrderQuery) => Promise<ImportedOrder | null>): OrderSystem {
  return {
    async fetchOrderMeta(query) {
      const order = await find(query);
      return order && metaOf(order);
    },
    listChangedOrders: async () => [],
    fetchOrder: async () => null,
    listOrderStates: async () => [],
    notes: { listReasons: noNotes, write: noNotes, isWritten: noNotes },
    test: async () => [
      {
        name: "Imported orders",
        ok: true,
        sentence: "This database uses imported orders. There is no connection to test.",
      },
    ],
  };
}

function metaOf({ phone, branch_office }: ImportedOrder): OrderMeta {
  return {
    order: { address: null, phone, mobile: null, order_note: null, delivery_note: null },
    insurance: { company: null, policy_number: null, effective: null, verified: null },
    items: [],
    branch_office,
  };
}

async function noNotes(): Promise<never> {
  throw new OrderSystemFailure("unset", "This database is not connected to an order system.");
}
