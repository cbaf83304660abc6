import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { localDate } from "~/core/time";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { takeFlash } from "~/http/response/flash.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "~/visits/flash";
import { OrderFacts } from "../ui/order-facts";
import { findOrderSheet } from "./find-order-sheet.server";

export const handle = { look: "staff", scripts: ["date-time", "sheet"] };
export const meta = () => [{ title: "Order – Firstnight" }];

const Query = z.object({ id: recordId, details: z.literal("1").optional().catch(undefined) });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Query }, async ({ app, who, input }) => ({
    staff: who,
    zone: zoneForStaff(args.request),
    today: localDate(app.clock.now(), zoneForStaff(args.request)),
    sheet: await findOrderSheet(app, who, { order: input.id, details: input.details !== undefined }),
    toast: await takeFlash(args, visitFlash),
  }));

export default function OrderPage() {
  const { staff, sheet, zone, today, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Order" toast={toast}>
      <h2 className="unseen">Details</h2>
      <div className="panel reading stack" data-sheet="">
        <OrderFacts sheet={sheet} zone={zone} today={today} userId={staff.userId} />
      </div>
    </StaffShell>
  );
}
