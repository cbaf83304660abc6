import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { TextField } from "~/ui/components/field";
import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { findOutcomeNote, findVisitPage } from "../find-visit-page.server";
import type { visitFlash } from "../flash";
import { markNoShow } from "../outcome/mark-no-show.server";
import { NoShowForm } from "../outcome/outcome-schema";
import { mayBeNoShow, tooEarly } from "../outcome/outcome-times";
import { NoShowReasonField } from "../ui/reason-fields";
import { VisitQuestion } from "../ui/visit-question";
import { VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "No-show – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    const page = await findVisitPage(app, who, input);
    const { visit } = page;
    const isTooEarly = visit.status === "confirmed" && !mayBeNoShow(visit, app.clock.now());
    return { ...page, isTooEarly, note: await findOutcomeNote(app.reads, visit.id) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: NoShowForm }, async ({ app, who, input }) => {
    const { back, again, ...outcome } = input;
    const { id } = await markNoShow(app, who, outcome);
    return redirectBack<typeof visitFlash>(args, who, back, again ? "reason-changed" : ["visit-missed", id]);
  });

export default function MarkNoShow() {
  const { isTooEarly, note, ...page } = useLoaderData<typeof loader>();
  const problem = useProblem();
  const isAgain = page.visit.status === "no show";
  return (
    <VisitQuestion
      {...page}
      change="no-show"
      title={isAgain ? "Change the no-show" : "No-show"}
      verb={isAgain ? "Save reason" : "Mark as a no-show"}
      isShort={isAgain}
    >
      {isTooEarly && !problem && <Notice>{tooEarly(page.visit)}</Notice>}
      {isAgain ? (
        <input type="hidden" name="again" value="1" />
      ) : (
        <p>
          The order returns to step 5, and the patient gets a new link or is added to Patients to call. You
          can undo this for 24 hours.
        </p>
      )}
      <NoShowReasonField value={page.visit.no_show_reason ?? undefined} />
      <TextField name="note" label="Note for staff (optional)" rows={2} maxLength={500} value={note ?? ""} />
    </VisitQuestion>
  );
}
