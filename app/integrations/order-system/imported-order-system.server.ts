import type { OrderMeta, OrderQuery, OrderSystem } from "./order-system";

/** What an import brought of an order. */
export interface ImportedOrder {
  phone: string | null;
  branch_office: string | null;
}

/**
 * The order system of a database that has none to ask: what was imported is all that is known.
 *
 * @param find the imported order, null where there is none
 */
export function importedOrderSystem(find: (asked: OrderQuery) => Promise<ImportedOrder | null>): OrderSystem {
  return {
    async fetchOrderMeta(asked) {
      const order = await find(asked);
      return order && metaOf(order);
    },
    listChangedOrders: async () => [],
    fetchOrder: async () => null,
    listWorklistStates: async () => [],
    test: async () => [
      {
        name: "Imported orders",
        ok: true,
        sentence: "This database shows what was imported. There is no connection to test.",
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
