import { OrderDetails, type OrderDetailsState } from "~/orders/ui/order-details";

interface OrderDetailsPlaceProps {
  order: { brightree_db: string; patient_id: number; sales_order_no: string | null };
  details: OrderDetailsState | null;
  here: string;
}

/** Order, insurance, and items. The `sheet` script loads them. */
export const OrderDetailsPlace = ({ order, details, here }: OrderDetailsPlaceProps) => (
  <div
    data-details=""
    data-db={order.brightree_db}
    data-pid={order.patient_id}
    data-so={order.sales_order_no ?? ""}
  >
    {details ? (
      <OrderDetails state={details} />
    ) : (
      <a href={`${here}${here.includes("?") ? "&" : "?"}details=1`}>Show order, insurance, and items</a>
    )}
  </div>
);
