import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { StatusBadge } from "~/ui/components/status";
import { findVisitPage } from "../find-visit-page.server";
import type { visitFlash } from "../flash";
import { undoOutcome } from "../outcome/undo-outcome.server";
import { VisitQuestion } from "../ui/visit-question";
import { VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Undo the outcome – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPage }, ({ app, who, input }) =>
    findVisitPage(app, who, input),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    await undoOutcome(app, who, input.id);
    return redirectBack<typeof visitFlash>(args, who, input.back, "outcome-undone");
  });

/** Undo buttons on other pages send this form directly. This page shows why an undo was refused. */
export default function UndoOutcome() {
  const page = useLoaderData<typeof loader>();
  return (
    <VisitQuestion
      {...page}
      change="undo-outcome"
      title="Undo the outcome"
      verb="Undo the outcome of the visit"
    >
      <p>
        This visit is <StatusBadge status={page.visit.status} />. If you undo this, the visit is confirmed
        again and its order is reopened.
      </p>
    </VisitQuestion>
  );
}
