import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { recordId } from "~/core/fields";
import { listHref } from "~/core/list-href";
import { formatPhone } from "~/core/phone";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { OnDashboard } from "~/dashboard/dashboard-schema";
import { strings } from "~/dashboard/strings";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { CopyField } from "~/ui/components/copy-field";
import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { PatientOfOrder } from "~/visits/ui/patient";
import { codeFlash } from "../../flash";
import { ListCodes, ResendCode } from "../../order-schema";
import { codeSentBy, describeUnsentCode } from "../describe-sent-code.server";
import { listLiveCodes } from "../pending-codes.server";
import { resendCode } from "../send-code.server";

export const handle = { look: "staff", scripts: ["copy", "date-time", "sheet", "live"] };
export const meta = () => [{ title: `${strings.pendingCodes} – Firstnight` }];

const Shown = OnDashboard.extend({ ...ListCodes.pick({ cursor: true }).shape, unsent: recordId.optional() });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: Shown }, async ({ app, input }) => {
    const { cursor, unsent, ...filters } = input;
    const toast = await takeFlash(args, codeFlash);
    return {
      filters,
      zone: zoneForStaff(args.request),
      toast: toast && app.config.demo ? `${toast} It is in the demo's outbox.` : toast,
      unsent: unsent ? await describeUnsentCode(app, unsent) : null,
      ...(await listLiveCodes(app, { db: filters.db, cursor, limit: 100 })),
    };
  });

const Form = ResendCode.extend(OnDashboard.shape);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: Form }, async ({ app, who, input: { id, ...filters } }) => {
    const since = app.clock.now();
    const code = await resendCode(app, who, { id });
    if (await codeSentBy(app, { ...code, since })) {
      return redirectWithFlash<typeof codeFlash>(
        args,
        listHref(`${boardHref}/codes`, filters),
        "code-resent",
      );
    }
    return redirect(listHref(`${boardHref}/codes`, { ...filters, unsent: code.id }), 303);
  });

export default function Codes() {
  const { filters, zone, toast, unsent, rows, next } = useLoaderData<typeof loader>();
  const problem = useProblem();
  const here = listHref(`${boardHref}/codes`, filters);
  return (
    <BoardPopup title={strings.pendingCodes} filters={filters} toast={toast}>
      <p className="buttons">
        <ButtonLink href={listHref(`${boardHref}/codes/new`, filters)} data-opens="">
          {strings.manualAdd}
        </ButtonLink>
      </p>
      {problem && <Notice tone="bad">{problem.message || "Failed to resend"}</Notice>}
      {unsent && (
        <Notice tone="warn" role="status">
          <p>{unsent.text}</p>
          {unsent.link && (
            <CopyField
              name="link"
              label="Link for the patient"
              hint="Give the patient this link or the code. The link opens their times."
              value={unsent.link}
            />
          )}
        </Notice>
      )}
      <Table
        caption={strings.pendingCodes}
        rows={rows}
        rowKey={(code) => code.id}
        empty={strings.noRows}
        stacks
        columns={[
          { head: "Code", cell: (code) => <span className="num">{code.code}</span> },
          { head: "Email", cell: (code) => <Email address={code.email} /> },
          { head: "Phone", align: "when", cell: (code) => code.phone && formatPhone(code.phone) },
          {
            head: "Patient ID",
            align: "name",
            cell: (code) => <PatientOfOrder order={{ ...code, id: code.order_id }} />,
          },
          { head: "Brightree DB", align: "id", cell: (code) => code.brightree_db },
          {
            head: "Sent",
            align: "when",
            cell: (code) => <DateTime at={Date.parse(code.sent_at)} zone={zone} />,
          },
          {
            key: "resend",
            align: "acts",
            head: <span className="unseen">Resend</span>,
            cell: (code) => (
              <form method="post" action={here} data-in-place="" data-failed="❌ Error">
                <input type="hidden" name="id" value={code.id} />
                <Button look="quiet" size="small">
                  Resend<span className="unseen"> the code to patient {code.patient_id}</span>
                </Button>
              </form>
            ),
          },
        ]}
      />
      <CursorPager
        next={next === null ? null : String(next)}
        at={(cursor) => listHref(`${boardHref}/codes`, { ...filters, cursor })}
      />
    </BoardPopup>
  );
}

/** Lets the address wrap before a dot in the name or the @ in a narrow column. */
function Email({ address }: { address: string | null }) {
  const parts = (address ?? "").split(/(?=@|\..*@)/);
  return parts.flatMap((part, index) =>
    index > 0 ? [<wbr key={parts.slice(0, index).join("")} />, part] : part,
  );
}
