import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listOf } from "~/core/staff-home";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { Field } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { orderFlash } from "../flash";
import { OrderOrganization, SaveOrderOrganization } from "../order-system/order-system-schema";
import { saveOrg } from "../order-system/save-org.server";
import { OrderForm } from "../ui/order-form";
import { requireVisibleOrder } from "../visible-orders.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Organization code – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: OrderOrganization }, async ({ app, who, input }) => ({
    staff: who,
    back: input.back,
    order: await requireVisibleOrder(app.reads, who, input.id),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: SaveOrderOrganization }, async ({ app, who, input }) => {
    const { id, back, ...code } = input;
    const order = await requireVisibleOrder(app.reads, who, id);
    await saveOrg(app, who, { db: order.brightree_db, ...code });
    return redirectBack<typeof orderFlash>(args, who, back, "organization-saved");
  });

export default function OrderOrganizationPage() {
  const { staff, back, order } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Organization code">
      <div data-sheet="">
        <OrderForm
          order={order}
          part="organization"
          back={back}
          list={listOf(staff.roles)}
          failed="Failed saving Brightree org."
          save="Save code"
        >
          <p>
            Links to patients of {order.brightree_db} need the organization's code. Enter it once for all
            users.
          </p>
          <Field
            name="bt_org"
            label="Organization code"
            hint="The digits in the order system's URL, like 02873."
            inputMode="numeric"
            autoComplete="off"
            required
          />
        </OrderForm>
      </div>
    </StaffShell>
  );
}
