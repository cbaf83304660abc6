import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/as-staff";
import { allStaff } from "~/core/who";
import { goBack } from "~/http/answer/go-back.server";
import { read, submit } from "~/http/page.server";
import { findVisitPage } from "~/scheduling/find-visit-page.server";
import { confirmedBefore } from "~/scheduling/record/record-words";
import { findMeetingLink } from "~/scheduling/therapists.server";
import { VisitQuestion } from "~/scheduling/ui/visit-question";
import { ConfirmVisitPage, VisitPage } from "~/scheduling/visit-pages-schema";
import { confirmVisit } from "~/scheduling/visits/confirm-visit.server";
import { Field } from "~/ui/components/field";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Confirm visit – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    const page = await findVisitPage(app, who, input);
    return { ...page, meetingLink: await findMeetingLink(app.reads, page.visit.therapist_id) };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: allStaff, input: ConfirmVisitPage }, async ({ app, who, input }) => {
    const { id, meeting_link, version, back } = input;
    const confirmed = await confirmVisit(app, who, { appointment_id: id, meeting_link, version });
    const isOurs = confirmed.meeting_link === meeting_link;
    return goBack(args, asStaff(who), back, isOurs ? "Visit confirmed" : confirmedBefore);
  });
}

export default function ConfirmVisit() {
  const { meetingLink, ...asked } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <VisitQuestion {...asked} does="confirm" title="Confirm visit" verb="Confirm visit" problem={problem}>
      <input type="hidden" name="version" value={asked.visit.version} />
      <Field
        name="meeting_link"
        label="Meeting link"
        hint="The patient joins here. It begins with https://"
        type="url"
        inputMode="url"
        value={asked.visit.meeting_link ?? meetingLink ?? ""}
        problem={problem}
        required
      />
    </VisitQuestion>
  );
}
