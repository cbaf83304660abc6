import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { needsLink } from "~/kinds/kind-schema";
import { findMeetingLink } from "~/therapists/therapists.server";
import { Field } from "~/ui/components/field";
import { confirmVisit } from "../confirm-visit.server";
import { findVisitPage } from "../find-visit-page.server";
import type { visitFlash } from "../flash";
import { InterpreterQuestion } from "../ui/interpreter-question";
import { VisitQuestion } from "../ui/visit-question";
import { ConfirmVisitPage, VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Confirm visit – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    const page = await findVisitPage(app, who, input);
    return { ...page, meetingLink: await findMeetingLink(app.reads, page.visit.therapist_id) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ConfirmVisitPage }, async ({ app, who, input }) => {
    const { id, back, ...confirmation } = input;
    const confirmed = await confirmVisit(app, who, { appointment_id: id, ...confirmation });
    const isSameLink = confirmed.meeting_link === (input.meeting_link ?? null);
    return redirectBack<typeof visitFlash>(
      args,
      who,
      back,
      isSameLink ? "visit-confirmed" : "already-confirmed",
    );
  });

export default function ConfirmVisit() {
  const { meetingLink, ...page } = useLoaderData<typeof loader>();
  return (
    <VisitQuestion {...page} change="confirm" title="Confirm visit" verb="Confirm visit">
      <input type="hidden" name="version" value={page.visit.version} />
      {needsLink(page.visit) && (
        <Field
          name="meeting_link"
          label="Meeting link"
          hint="The link that the patient uses to join. It starts with https://."
          type="url"
          inputMode="url"
          value={page.visit.meeting_link ?? meetingLink ?? ""}
          required
        />
      )}
      <InterpreterQuestion visit={page.visit} />
    </VisitQuestion>
  );
}
