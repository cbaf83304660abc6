import { createRoot } from "react-dom/client";
import { sendJson } from "~/ui/scripts/send-json";
import { notLoaded, OrderDetails, type OrderDetailsState } from "../../ui/order-details";

const known = new Map<string, OrderDetailsState>();

export function showOrder(place: HTMLElement): void {
  const { db = "", pid = "", so = "" } = place.dataset;
  const root = createRoot(place);
  root.render(<OrderDetails state={{ kind: "loading" }} />);
  fetchOrderDetails({ db, pid, so }).then((state) => {
    if (!place.isConnected) return;
    root.render(<OrderDetails state={state} />);
    const branch = document.querySelector("[data-branch]");
    if (!branch) return;
    if (state.kind === "failed") branch.textContent = notLoaded;
    else if (state.kind === "known" && state.meta.branch_office)
      branch.textContent = state.meta.branch_office;
  });
}

async function fetchOrderDetails(order: { db: string; pid: string; so: string }): Promise<OrderDetailsState> {
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
