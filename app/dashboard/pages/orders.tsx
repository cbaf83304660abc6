import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { viewFlash } from "~/saved-views/flash";
import { ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "~/visits/flash";
import { ordersHref, ShowOrders } from "../orders/orders-query";
import { strings } from "../strings";
import { OrderList } from "../ui/lists/order-table";
import { findOrdersPage } from "./find-orders-page.server";

export const handle = { look: "staff", scripts: ["date-time", "sheet", "live"] };
export const meta = () => [{ title: `${strings.openOrders} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ShowOrders }, async ({ app, who, input }) => ({
    filters: input,
    toast: await takeFlash(args, { ...visitFlash, ...viewFlash }),
    ...(await findOrdersPage(app, who, args.request, input)),
  }));

export default function Orders() {
  const { filters, toast, ...page } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title={strings.openOrders}
      here={ordersHref}
      toast={toast}
      actions={<ButtonLink href="/new-appointment/order?next=order">+ Add patient</ButtonLink>}
    >
      <div className="stack" data-live="" id="list">
        <OrderList path={ordersHref} title={strings.openOrders} filters={filters} {...page} />
      </div>
    </StaffShell>
  );
}
