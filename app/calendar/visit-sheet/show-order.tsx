import { createRoot } from "react-dom/client";
import { fetchOrderDetails } from "~/orders/ui/fetch-order-details";
import { notLoaded, OrderDetails } from "~/orders/ui/order-details";

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
