import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/core/phone";
import { plural } from "~/core/plural";
import { Refusal } from "~/core/refusal";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { QuietLink } from "~/ui/components/button";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { PatientOfOrder } from "~/visits/ui/patient";
import { ChosenCodes } from "../../order-schema";
import { listChosen, type ResentCode, resendCodes } from "../resend-codes.server";

export const handle = { look: "staff", scripts: ["date-time", "sheet"] };
export const meta = () => [{ title: "Resend codes – Firstnight" }];

const chooseOne = "Select at least one code. Go back to the list and check its box.";

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ChosenCodes }, async ({ app, input }) => ({
    chosen: input.code.map(({ id, sentAt }) => `${id}.${sentAt}`),
    codes: await listChosen(app.reads, input.code),
    back: input.back ?? `${boardHref}/codes`,
    zone: zoneForStaff(args.request),
    isDemo: app.config.demo,
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: ChosenCodes }, async ({ app, who, input }) => {
    if (input.code.length === 0) throw new Refusal("invalid", chooseOne);
    const resent = await resendCodes(app, who, input.code, zoneForStaff(args.request));
    return json({ resent, back: input.back });
  });

export default function ResendCodes() {
  const { chosen, codes, back, zone, isDemo } = useLoaderData<typeof loader>();
  const result = useActionData<{ resent?: ResentCode[]; back?: string }>();
  if (result?.resent) {
    return <Results resent={result.resent} back={result.back ?? `${boardHref}/codes`} isDemo={isDemo} />;
  }
  return (
    <StaffShell title="Resend codes" here={boardHref}>
      <PostForm action={`${boardHref}/codes/resend`} className="stack">
        <input type="hidden" name="back" value={back} />
        {chosen.map((code) => (
          <input key={code} type="hidden" name="code" value={code} />
        ))}
        {codes.length === 0 && <Notice tone="warn">{chooseOne}</Notice>}
        <Problem />
        {codes.length > 0 && (
          <>
            <p>
              Each patient gets the same code again, with their link. Texts wait in quiet hours. A code that
              was used or sent again in the meantime is left out.
            </p>
            <FormButtons back={back}>{`Resend ${plural(codes.length, "code")}`}</FormButtons>
            <Table
              caption="Codes to resend"
              rows={codes}
              rowKey={({ id }) => id}
              empty=""
              stacks
              columns={[
                {
                  head: "Patient ID",
                  align: "name",
                  cell: ({ order }) => <PatientOfOrder order={order} />,
                },
                { head: "Database", align: "id", cell: (code) => code.brightree_db },
                { head: "Phone", align: "when", cell: ({ phone }) => phone && formatPhone(phone) },
                { head: "Email", align: "id", cell: ({ email }) => email },
                {
                  head: "Expires",
                  align: "when",
                  cell: (code) => <DateTime at={code.expires_at} zone={zone} />,
                },
              ]}
            />
          </>
        )}
        {codes.length === 0 && (
          <p className="buttons">
            <QuietLink href={back}>Back</QuietLink>
          </p>
        )}
      </PostForm>
    </StaffShell>
  );
}

interface ResultsProps {
  resent: ResentCode[];
  back: string;
  isDemo: boolean;
}

function Results({ resent, back, isDemo }: ResultsProps) {
  const sent = resent.filter(({ isSent }) => isSent).length;
  const notSent = resent.length - sent;
  return (
    <StaffShell title="Resend codes" here={boardHref}>
      <Notice tone={notSent > 0 ? "warn" : "good"} role="status">
        {`${plural(sent, "code")} sent.`}
        {notSent > 0 && ` ${plural(notSent, "code")} not sent yet.`}
        {isDemo && sent > 0 && " They are in the demo's outbox."}
      </Notice>
      <p className="buttons">
        <QuietLink href={back}>Back to the codes</QuietLink>
      </p>
      <Table
        caption="Results"
        rows={[...resent].sort((one, other) => Number(one.isSent) - Number(other.isSent))}
        rowKey={({ order }) => order.id}
        empty=""
        stacks
        columns={[
          { head: "Patient ID", align: "name", cell: ({ order }) => <PatientOfOrder order={order} /> },
          { head: "Result", cell: ({ isSent, reason }) => (isSent ? "Sent" : `Not sent. ${reason}`) },
        ]}
      />
    </StaffShell>
  );
}
