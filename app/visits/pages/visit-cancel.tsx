import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { cancelVisit } from "../cancel-visit.server";
import { findVisitPage } from "../find-visit-page.server";
import type { visitFlash } from "../flash";
import { CancelVisitForm } from "../outcome/outcome-schema";
import { CancelReasonField } from "../ui/reason-fields";
import { VisitQuestion } from "../ui/visit-question";
import { VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Cancel this appointment? – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPage }, ({ app, who, input }) =>
    findVisitPage(app, who, input),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: CancelVisitForm }, async ({ app, who, input }) => {
    await cancelVisit(app, who, input.id, input.reason ?? null);
    return redirectBack<typeof visitFlash>(args, who, input.back, "visit-canceled");
  });

export default function CancelVisit() {
  const page = useLoaderData<typeof loader>();
  return (
    <VisitQuestion {...page} change="cancel" title="Cancel this appointment?" verb="Cancel visit" danger>
      <p>The patient will be notified. The time opens up again unless the therapist is off that day.</p>
      <CancelReasonField />
    </VisitQuestion>
  );
}
