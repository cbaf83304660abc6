import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { formatPhone } from "~/core/phone";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { listConsents } from "~/messages/consent/consents.server";
import { recordConsent } from "~/messages/consent/record-consent.server";
import { QuietLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { consentStrings } from "../consent-strings";
import { ConsentForm } from "../inbox-schema";
import { findThread } from "../threads/list-threads.server";
import { shownTitle } from "../threads/thread";
import { ConsentHistory } from "../ui/chat/consent-history";
import { useShownThread } from "../ui/use-shown-thread";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: `${consentStrings.history} – Firstnight` }];

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({ threadId: recordId });
  return loadPage(args, { allow: supervisors, input }, async ({ app, input }) => {
    const thread = await findThread(app.reads, input.threadId);
    return { thread, ledger: await listConsents(app.reads, thread.phone) };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: ConsentForm }, async ({ app, who, input }) => {
    const { threadId: id, back, ...recorded } = input;
    await recordConsent(app, who, { id, ...recorded });
    return redirect(back ?? `/messages/${id}/consent`, 303);
  });

export default function Consent() {
  const { thread, ledger } = useLoaderData<typeof loader>();
  const api = `/api/sms/thread/${thread.id}`;
  return (
    <StaffShell title={consentStrings.history} here="/messages">
      <Problem />
      <p dir="auto">
        {[...new Set([shownTitle(useShownThread(thread)), formatPhone(thread.phone)])].join(" · ")}
      </p>
      <p className="buttons">
        <QuietLink href={`/messages/${thread.id}`}>Back to the conversation</QuietLink>
        <QuietLink href={`${api}/consent.csv`}>Download CSV</QuietLink>
        <QuietLink href={`${api}/consent.pdf`}>Download PDF</QuietLink>
      </p>
      <ConsentHistory ledger={ledger} />
    </StaffShell>
  );
}
