import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listOf } from "~/core/staff-home";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { redirectBack } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { orderFlash } from "../../flash";
import { requireVisibleOrder } from "../../visible-orders.server";
import { AddNote, OrderFollowUp } from "../follow-up-schema";
import { addNote, listNotes } from "../order-notes.server";
import { NoteForm, NoteList } from "../ui/follow-up-facts";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Notes – Firstnight" }];

const mostNotes = 500;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: OrderFollowUp }, async ({ app, who, input }) => ({
    staff: who,
    back: input.back,
    zone: zoneForStaff(args.request),
    order: await requireVisibleOrder(app.reads, who, input.id),
    notes: await listNotes(app.reads, input.id, mostNotes),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: AddNote }, async ({ app, who, input }) => {
    await addNote(app, who, input);
    return redirectBack<typeof orderFlash>(args, who, input.back ?? `/orders/${input.id}`, "note-added");
  });

export default function OrderNotesPage() {
  const { staff, back, zone, order, notes } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Notes">
      <div className="panel reading stack" data-sheet="">
        <p>{`Patient ${order.patient_id}, ${order.brightree_db}`}</p>
        <Problem />
        <NoteForm orderId={order.id} back={back} />
        <NoteList notes={notes} zone={zone} />
        <p className="buttons">
          <ButtonLink href={back ?? listOf(staff.roles)} look="quiet" data-close="">
            Back
          </ButtonLink>
        </p>
      </div>
    </StaffShell>
  );
}
