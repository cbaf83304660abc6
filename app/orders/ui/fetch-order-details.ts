import { sendJson } from "~/ui/scripts/send-json";
import type { OrderDetailsState } from "./order-details";

const known = new Map<string, OrderDetailsState>();

export async function fetchOrderDetails(order: {
  db: string;
  pid: string;
  so: string;
}): Promise<OrderDetailsState> {
  const query = String(new URLSearchParams(order));
  const cached = known.get(query);
  if (cached) return cached;
  try {
    const { ok, status, data } = await sendJson("GET", `/api/order-meta?${query}`, undefined);
    if (!ok) return { kind: "failed", error: data.error || `HTTP ${status}` };
    if (!data.ok || !data.data) return { kind: "failed", error: data.error };
    const state: OrderDetailsState = { kind: "known", meta: data.data };
    known.set(query, state);
    return state;
  } catch {
    return { kind: "failed" };
  }
}
