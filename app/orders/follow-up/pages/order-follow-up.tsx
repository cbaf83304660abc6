import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listOf } from "~/core/staff-home";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { Choice, Field } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { orderFlash } from "../../flash";
import { OrderForm } from "../../ui/order-form";
import { requireVisibleOrder } from "../../visible-orders.server";
import { findFollowUp, listPossibleOwners, saveFollowUp } from "../follow-up.server";
import { longestAction, OrderFollowUp, SaveFollowUp } from "../follow-up-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Owner and next action – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: OrderFollowUp }, async ({ app, who, input }) => {
    const order = await requireVisibleOrder(app.reads, who, input.id);
    const followUp = await findFollowUp(app.reads, input.id);
    const owners = await listPossibleOwners(app.reads, input.id);
    const own = [who.userId, followUp.owner_user_id];
    const offered = isSupervisor(who) ? owners : owners.filter(({ id }) => own.includes(id));
    // An owner whose account was closed stays until someone else is chosen.
    const { owner_user_id: id, owner: name } = followUp;
    const isKnown = id === null || offered.some((one) => one.id === id);
    return {
      staff: who,
      back: input.back,
      order,
      followUp,
      owners: isKnown ? offered : [...offered, { id, name: name ?? "" }],
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: SaveFollowUp }, async ({ app, who, input }) => {
    await saveFollowUp(app, who, input);
    return redirectBack<typeof orderFlash>(args, who, input.back, "follow-up-saved");
  });

export default function OrderFollowUpPage() {
  const { staff, back, order, followUp, owners } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Owner and next action">
      <div className="reading" data-sheet="">
        <OrderForm
          order={order}
          part="follow-up"
          back={back}
          list={listOf(staff.roles)}
          failed="The change couldn't be saved. Try again."
        >
          <p>{`Patient ${order.patient_id}, ${order.brightree_db}`}</p>
          <Choice name="owner" label="Owner" value={String(followUp.owner_user_id ?? "")}>
            <option value="">No one</option>
            {owners.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
          <Field
            name="next_action"
            label="Next action"
            hint="Like: Call the insurance about the pre-authorization."
            value={followUp.next_action ?? ""}
            maxLength={longestAction}
            autoComplete="off"
          />
          <Field name="due_on" label="By" type="date" value={followUp.due_on ?? ""} />
        </OrderForm>
      </div>
    </StaffShell>
  );
}
