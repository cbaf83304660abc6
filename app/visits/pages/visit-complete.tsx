import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { completeVisit } from "../complete-visit.server";
import { findVisitPage } from "../find-visit-page.server";
import type { visitFlash } from "../flash";
import { notStarted } from "../staff-strings";
import { VisitQuestion } from "../ui/visit-question";
import { VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Mark as Completed – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPage }, ({ app, who, input }) =>
    findVisitPage(app, who, input).then((page) => ({
      ...page,
      isUpcoming: page.visit.start_at > app.clock.now(),
    })),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    await completeVisit(app, who, input.id);
    return redirectBack<typeof visitFlash>(args, who, input.back, ["visit-completed", input.id]);
  });

export default function CompleteVisit() {
  const { isUpcoming, ...page } = useLoaderData<typeof loader>();
  return (
    <VisitQuestion {...page} change="complete" title="Mark as Completed" verb="Complete visit">
      <p>{isUpcoming ? notStarted : "The patient gets a thank-you message, and the order is closed."}</p>
    </VisitQuestion>
  );
}
