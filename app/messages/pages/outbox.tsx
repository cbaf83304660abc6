import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/core/phone";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { notSent } from "~/inbox/conversations/message";
import { simulatePatientReply } from "~/inbox/conversations/simulate-patient-reply.server";
import { MoreLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { messageFlash } from "../flash";
import { listNotices } from "../list-notices.server";
import { ListNotices, ReplyAsPatient } from "../outbox-schema";
import { deliveryStatusNames } from "../ui/delivery-strings";
import outboxCss from "../ui/outbox.css";

export const handle = { look: "staff", scripts: ["date-time"] };
export const links = () => [{ rel: "stylesheet", href: outboxCss }];
export const meta = () => [{ title: "Outbox – Firstnight" }];

const pageSize = 50;

const channelNames = { sms: "SMS", email: "Email" };

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: ListNotices.omit({ to: true }) }, async ({ app, input }) => {
    const found = await listNotices(app, { ...input, limit: pageSize + 1 });
    return {
      notices: found.slice(0, pageSize),
      more: found.length > pageSize,
      embedded: app.config.smsProvider === "outbox",
      channel: input.channel,
      toast: await takeFlash(args, messageFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: ReplyAsPatient }, async ({ app, who, input }) => {
    await simulatePatientReply(app, who, input);
    return redirectWithFlash<typeof messageFlash>(args, "/admin/outbox", "replied");
  });

export default function Outbox() {
  const { notices, more, embedded, channel, toast } = useLoaderData<typeof loader>();
  const before = String(notices.at(-1)?.id ?? 0);
  const next = new URLSearchParams({ ...(channel && { channel }), before });
  return (
    <StaffShell title="Outbox" here="/admin/outbox" toast={toast}>
      {embedded && (
        <>
          <Notice>
            No SMS provider is set up, so texts are not sent. You can read them on this page and reply as the
            patient.
          </Notice>
          <ReplyForm to={notices.find((notice) => notice.channel === "sms")?.to} />
        </>
      )}
      <nav className="chips" aria-label="Channel">
        {(["sms", "email"] as const).map((each) => (
          <Chip
            key={each}
            href={channel === each ? "/admin/outbox" : `?channel=${each}`}
            label={channelNames[each]}
            on={channel === each}
            small
          />
        ))}
      </nav>
      <Table
        caption="Messages"
        rows={notices}
        rowKey={(notice) => notice.id}
        empty="No messages yet."
        stacks
        columns={[
          { head: "Time", align: "when", cell: (notice) => <DateTime at={notice.created_at} /> },
          { head: "Channel", cell: (notice) => channelNames[notice.channel] },
          {
            head: "To",
            align: "id",
            cell: (notice) => (notice.channel === "sms" ? formatPhone(notice.to) : notice.to),
          },
          {
            head: "Message",
            cell: (notice) => (
              <>
                {notice.subject && <strong>{notice.subject}</strong>}
                {notice.body === null ? (
                  <p className="soft">The text is hidden because a provider delivers this message.</p>
                ) : (
                  <p className="message-body">{notice.body}</p>
                )}
              </>
            ),
          },
          {
            head: "Status",
            // A mail server only accepts emails, so an email that counts as delivered was not sent.
            cell: ({ provider_id: provider, status }) =>
              provider === null && status === "delivered" ? notSent : deliveryStatusNames[status],
          },
        ]}
      />
      <MoreLink href={more && `/admin/outbox?${next}`}>Older messages</MoreLink>
    </StaffShell>
  );
}

function ReplyForm({ to }: { to: string | undefined }) {
  return (
    <PostForm action="/admin/outbox" className="panel">
      <h2>Reply as the patient</h2>
      <Problem />
      <Field name="from" label="Patient's number" type="tel" value={to && formatPhone(to)} required />
      <Field
        name="body"
        label="Text"
        hint="YES agrees to texts, STOP opts out, and HELP asks who is texting."
        maxLength={10_000}
        autoComplete="off"
      />
      <FormButtons>Send reply</FormButtons>
    </PostForm>
  );
}
