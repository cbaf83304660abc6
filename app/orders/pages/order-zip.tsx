import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { recordId } from "~/core/fields";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { Field } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import { changeZip, findOrderZip, OrderZipForm } from "../changes/change-zip.server";
import type { orderFlash } from "../flash";
import { OrderForm } from "../ui/order-form";

export const handle = { look: "staff" };
export const meta = () => [{ title: "ZIP code – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(
    args,
    { allow: allStaff, input: z.object({ id: recordId, back: returnPath }) },
    async ({ app, who, input }) => ({
      back: input.back ?? `/orders/${input.id}`,
      order: await findOrderZip(app.reads, who, input.id),
    }),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: OrderZipForm }, async ({ app, who, input }) => {
    await changeZip(app, who, input);
    return redirectBack<typeof orderFlash>(args, who, input.back ?? `/orders/${input.id}`, "zip-saved");
  });

export default function OrderZip() {
  const { back, order } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="ZIP code">
      <div data-sheet="">
        <OrderForm
          order={order}
          part="zip"
          back={back}
          list={back}
          failed="The ZIP code couldn't be saved. Try again."
        >
          <p>{`Patient ${order.patient_id}, ${order.brightree_db}`}</p>
          <Field
            name="zip"
            label="ZIP code"
            hint="Visits at home are offered with therapists who travel there. Leave this empty if you don't know it."
            value={order.zip ?? ""}
            maxLength={20}
            autoComplete="off"
          />
        </OrderForm>
      </div>
    </StaffShell>
  );
}
