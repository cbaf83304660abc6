import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/redirect-back.server";
import { findVisitPage } from "../find-visit-page.server";
import { moveVisit } from "../move-visit.server";
import { findNearestOpenings } from "../moves/find-nearest-openings.server";
import { requestedStart } from "../moves/requested-start";
import { requireOwnVisit } from "../require-own-visit.server";
import { MoveFields, NearestTimes } from "../ui/move-fields";
import { VisitQuestion } from "../ui/visit-question";
import { MoveVisitForm, VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Move visit – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    const page = await findVisitPage(app, who, input);
    return { ...page, nearest: await findNearestOpenings(app, page.visit) };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: allStaff, input: MoveVisitForm }, async ({ app, who, input }) => {
    const visit = await requireOwnVisit(app.reads, who, input.id);
    const { id, version, back } = input;
    await moveVisit(app, who, { id, version, datetime: requestedStart(input, visit.timezone), hold: true });
    return redirectBack(args, requireStaff(who), back, "visit-moved");
  });
}

export default function MoveVisit() {
  const { nearest, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <VisitQuestion
      {...page}
      change="move"
      title="Move visit"
      verb="Move visit"
      problem={problem}
      more={<NearestTimes visit={page.visit} nearest={nearest} />}
    >
      <MoveFields visit={page.visit} problem={problem} />
    </VisitQuestion>
  );
}
