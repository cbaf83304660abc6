import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/require-staff";
import { allStaff } from "~/core/who";
import { read, submit } from "~/http/page.server";
import { goBack } from "~/http/response/redirect-back.server";
import { findVisitPage } from "../find-visit-page.server";
import { moveVisit } from "../move-visit.server";
import { findNearest } from "../moves/find-nearest-openings.server";
import { wantedStart } from "../moves/requested-start";
import { MoveFields, NearestTimes } from "../ui/move-fields";
import { VisitQuestion } from "../ui/visit-question";
import { MoveVisitForm, VisitPage } from "../visit-pages-schema";
import { ownVisit } from "../visit-permissions.server";

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
