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
import { shownTitle } from "../conversations/conversation";
import { findConversation } from "../conversations/list-conversations.server";
import { ConsentForm } from "../inbox-schema";
import { ConsentHistory } from "../ui/conversation/consent-history";
import { useShownConversation } from "../ui/use-shown-conversation";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: `${consentStrings.history} – Firstnight` }];

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({ conversationId: recordId });
  return loadPage(args, { allow: supervisors, input }, async ({ app, input }) => {
    const conversation = await findConversation(app.reads, input.conversationId);
    return { thread: conversation, ledger: await listConsents(app.reads, conversation.phone) };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: ConsentForm }, async ({ app, who, input }) => {
    const { conversationId: id, back, ...recorded } = input;
    await recordConsent(app, who, { id, ...recorded });
    return redirect(back ?? `/messages/${id}/consent`, 303);
  });

export default function Consent() {
  const { thread: conversation, ledger } = useLoaderData<typeof loader>();
  const api = `/api/sms/thread/${conversation.id}`;
  return (
    <StaffShell title={consentStrings.history} here="/messages">
      <Problem />
      <p dir="auto">
        {[...new Set([shownTitle(useShownConversation(conversation)), formatPhone(conversation.phone)])].join(
          " · ",
        )}
      </p>
      <p className="buttons">
        <QuietLink href={`/messages/${conversation.id}`}>Back to the conversation</QuietLink>
        <QuietLink href={`${api}/consent.csv`}>Download CSV</QuietLink>
        <QuietLink href={`${api}/consent.pdf`}>Download PDF</QuietLink>
      </p>
      <ConsentHistory ledger={ledger} />
    </StaffShell>
  );
}
