import type { ReactNode } from "react";
import { dialHref, splitExtension } from "~/core/phone-extension";
import type { OrderMeta } from "~/integrations/order-system/order-system";
import { Fact } from "~/ui/components/fact";

export type OrderDetailsState =
  | { kind: "loading" }
  | { kind: "known"; meta: OrderMeta }
  | { kind: "failed"; error?: string };

const none = "Not Provided";
export const notLoaded = "Could not be loaded";

export function OrderDetails({ state }: { state: OrderDetailsState }) {
  const isLoading = state.kind === "loading";
  const { order, insurance, items = [] } = state.kind === "known" ? state.meta : ({} as Partial<OrderMeta>);
  const value = (known: ReactNode) =>
    isLoading ? <span className="shimmer" aria-hidden="true" /> : known || none;
  if (state.kind === "failed") {
    return (
      <div className="order-details">
        <div className="notice warn" role="status">
          <p>{state.error || "Failed to load details"}</p>
          <p>The order, insurance, and items could not be loaded. Open the details again to retry.</p>
        </div>
      </div>
    );
  }
  return (
    <div className="order-details" aria-busy={isLoading}>
      <Part title="Order">
        <Fact label="Address">{value(order?.address)}</Fact>
        <Fact label="Phone">{value(call(order?.phone))}</Fact>
        <Fact label="Mobile">{value(call(order?.mobile))}</Fact>
        <Fact label="Order Note">{value(order?.order_note)}</Fact>
        <Fact label="Delivery Note">{value(order?.delivery_note)}</Fact>
      </Part>
      <Part title="Insurance">
        <Fact label="Company">{value(insurance?.company)}</Fact>
        <Fact label="Policy #">{value(insurance?.policy_number)}</Fact>
        <Fact label="Effective">{value(insurance?.effective)}</Fact>
        <Fact label="Verified">
          {value(insurance?.verified == null ? null : insurance.verified ? "Yes" : "No")}
        </Fact>
      </Part>
      <h3 className="part-title">Items</h3>
      {isLoading || items.length === 0 ? (
        <p>{value(null)}</p>
      ) : (
        <ul className="order-items">
          {items.map((item) => (
            <li key={`${item.proc_code} ${item.item_name}`}>
              {item.proc_code ?? none}
              {item.item_name && ` (${item.item_name})`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function call(written: string | null | undefined) {
  if (!written) return written;
  const { number, extension } = splitExtension(written);
  return <a href={dialHref(number.replace(/[^\d+]/g, ""), extension)}>{formatted(written)}</a>;
}

/** Formats a US number. Other numbers stay as they are in the order system. */
const formatted = (number: string) => number.replace(/^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="part-title">{title}</h3>
      <dl className="rows divided">{children}</dl>
    </>
  );
}
