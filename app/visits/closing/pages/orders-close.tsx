import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listOf } from "~/core/staff-home";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { closeReasons } from "~/orders/closed-orders";
import { longestNote } from "~/orders/follow-up/follow-up-schema";
import { Check, Choice, TextField } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { visitFlash } from "../../flash";
import { PatientName } from "../../ui/patient";
import { whenForStaff } from "../../visit-times";
import { closeOrder } from "../close-order.server";
import { CloseOrdersForm, ShowCloseOrders } from "../closing-schema";
import { findOrdersToClose, type OrderToClose } from "./find-orders-to-close.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Close orders – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ShowCloseOrders }, async ({ app, who, input }) => ({
    staff: who,
    orders: await findOrdersToClose(app.reads, who, input.order),
    back: input.back,
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: CloseOrdersForm }, async ({ app, who, input }) => {
    const { close: ids, reason, notify, note, back } = input;
    let closed = 0;
    // Each order has its own short transaction. After an interruption, the form can be sent again.
    for (const id of ids) {
      const { changed } = await closeOrder(app, who, { id, reason, notify, note });
      if (changed) closed++;
    }
    return redirectBack<typeof visitFlash>(args, who, back, ["orders-closed", closed, ids.length - closed]);
  });

export default function CloseOrders() {
  const { staff, orders, back } = useLoaderData<typeof loader>();
  const count = orders.filter(({ isSelected }) => isSelected).length;
  const title = count === 1 ? "Close order" : `Close ${count} orders`;
  return (
    <StaffShell title={title}>
      <PostForm className="panel reading stack">
        {back && <input type="hidden" name="back" value={back} />}
        <fieldset className="stack">
          <legend>{orders.length === 1 ? "Order" : "Orders"}</legend>
          {orders.map((order) => (
            <OrderCheck key={order.id} order={order} />
          ))}
        </fieldset>
        <Choice name="reason" label="Reason" value="" required>
          <option value="">Choose a reason</option>
          {Object.entries(closeReasons).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <TextField
          name="note"
          label="Note (optional)"
          hint="Added to the notes of each order. Patients never see it."
          rows={2}
          maxLength={longestNote}
        />
        {orders.some(({ visit }) => visit) && (
          <Choice
            name="notify"
            label="Tell the patient that the visit is canceled?"
            hint="After a death, only an email can be sent, never a text."
            value=""
          >
            <option value="">Yes, unless the patient died</option>
            <option value="true">Yes</option>
            <option value="false">No</option>
          </Choice>
        )}
        <p>
          Closing cancels visits, and it ends messages, offers, codes, links, calls, and the order's first 90
          nights. After a death, the first 90 nights of all of the patient's orders end. You can reopen an
          order, but that doesn't bring back its visit, links, or first 90 nights.
        </p>
        <Problem />
        <FormButtons look="danger" back={back ?? listOf(staff.roles)}>
          {orders.length === 1 ? "Close order" : "Close selected orders"}
        </FormButtons>
      </PostForm>
    </StaffShell>
  );
}

function OrderCheck({ order }: { order: OrderToClose }) {
  const { id, patient_id, patient_name, brightree_db, sales_order_no, visit } = order;
  const { isSelected, isCompleted, hasNights } = order;
  return (
    <Check
      name="close"
      value={id}
      defaultChecked={isSelected}
      label={
        <>
          {`Patient ${patient_id}, ${brightree_db}, `}
          {sales_order_no ? `sales order ${sales_order_no}` : "no sales order"}
          <PatientName name={patient_name} />
          <span className="soft under">
            {visit
              ? `Visit: ${whenForStaff(visit)}, ${visit.therapist}`
              : isCompleted
                ? "Visit completed"
                : "No visit booked"}
            {hasNights && ". First 90 nights: followed"}
            {!isSelected && !isCompleted && ". Also open for this patient"}
          </span>
        </>
      }
    />
  );
}
