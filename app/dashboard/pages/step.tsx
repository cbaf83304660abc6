import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { boardHref, stepName } from "~/dashboard/board/tiles";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { visitFlash } from "~/visits/flash";
import { ShowStep } from "../orders/orders-query";
import { strings } from "../strings";
import { OrderList } from "../ui/lists/order-table";
import { findOrdersPage } from "./find-orders-page.server";

export const handle = { look: "staff", scripts: ["date-time", "sheet", "live"] };
export const meta = () => [{ title: "Orders – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowStep }, async ({ app, who, input }) => ({
    filters: input,
    toast: await takeFlash(args, visitFlash),
    ...(await findOrdersPage(app, who, args.request, input)),
  }));

export default function Step() {
  const { filters, toast, ...page } = useLoaderData<typeof loader>();
  const { step, db, therapist } = filters;
  const title = strings.stepOrders(stepName(step));
  return (
    <BoardPopup title={title} filters={{ db, therapist }} toast={toast}>
      <OrderList path={`${boardHref}/steps/${step}`} title={title} filters={filters} {...page} />
    </BoardPopup>
  );
}
