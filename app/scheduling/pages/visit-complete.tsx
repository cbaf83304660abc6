import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/as-staff";
import { allStaff, listOf } from "~/core/who";
import { read, submit } from "~/http/page.server";
import { ownVisit } from "~/scheduling/ownership.server";
import { VisitId } from "~/scheduling/schema";
import { VisitQuestion } from "~/scheduling/ui/visit-question";
import { completeVisit } from "~/scheduling/visits/complete-visit.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Mark as Completed – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: allStaff, input: VisitId }, async ({ app, who, input }) => ({
    staff: asStaff(who),
    visit: await ownVisit(app.reads, who, input.id),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: allStaff, input: VisitId }, async ({ app, who, input }) => {
    await completeVisit(app, who, input.id);
    return redirect(`${listOf(asStaff(who).roles)}?done=completed`, 303);
  });
}

export default function CompleteVisit() {
  const { staff, visit } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <VisitQuestion
      staff={staff}
      visit={visit}
      title="Mark as Completed"
      verb="Complete visit"
      problem={problem}
    >
      <p>The patient is thanked, and the order is closed.</p>
    </VisitQuestion>
  );
}
