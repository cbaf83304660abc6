import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/as-staff";
import { allStaff } from "~/core/who";
import { goBack } from "~/http/answer/go-back.server";
import { read, submit } from "~/http/page.server";
import { findVisitPage } from "~/scheduling/find-visit-page.server";
import { findNearest } from "~/scheduling/moves/find-nearest.server";
import { wantedStart } from "~/scheduling/moves/wanted-start";
import { ownVisit } from "~/scheduling/ownership.server";
import { MoveFields, NearestTimes } from "~/scheduling/ui/visit/move-fields";
import { VisitQuestion } from "~/scheduling/ui/visit-question";
import { MoveVisitForm, VisitPage } from "~/scheduling/visit-pages-schema";
import { moveVisit } from "~/scheduling/visits/move-visit.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Move visit – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    const page = await findVisitPage(app, who, input);
    return { ...page, nearest: await findNearest(app, page.visit) };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: allStaff, input: MoveVisitForm }, async ({ app, who, input }) => {
    const visit = await ownVisit(app.reads, who, input.id);
    const { id, version, back } = input;
    await moveVisit(app, who, { id, version, datetime: wantedStart(input, visit.timezone), hold: true });
    return goBack(args, asStaff(who), back, "Visit moved");
  });
}

export default function MoveVisit() {
  const { nearest, ...asked } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <VisitQuestion
      {...asked}
      does="move"
      title="Move visit"
      verb="Move visit"
      problem={problem}
      more={<NearestTimes visit={asked.visit} nearest={nearest} />}
    >
      <MoveFields visit={asked.visit} problem={problem} />
    </VisitQuestion>
  );
}
