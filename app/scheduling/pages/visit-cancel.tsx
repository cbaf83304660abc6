import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/as-staff";
import { allStaff, listOf } from "~/core/who";
import { read, submit } from "~/http/page.server";
import { ownVisit } from "~/scheduling/ownership.server";
import { VisitId } from "~/scheduling/schema";
import { VisitQuestion } from "~/scheduling/ui/visit-question";
import { cancelVisit } from "~/scheduling/visits/cancel-visit.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Are you sure you want to cancel this appointment? – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: allStaff, input: VisitId }, async ({ app, who, input }) => ({
    staff: asStaff(who),
    visit: await ownVisit(app.reads, who, input.id),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: allStaff, input: VisitId }, async ({ app, who, input }) => {
    await cancelVisit(app, who, input.id);
    return redirect(`${listOf(asStaff(who).roles)}?done=cancelled`, 303);
  });
}

export default function CancelVisit() {
  const { staff, visit } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <VisitQuestion
      staff={staff}
      visit={visit}
      title="Are you sure you want to cancel this appointment?"
      verb="Cancel visit"
      danger
      problem={problem}
    >
      <p>The patient is told, and the time is free again.</p>
    </VisitQuestion>
  );
}
