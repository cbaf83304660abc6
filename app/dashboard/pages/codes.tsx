import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/core/phone";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { OnDashboard } from "~/dashboard/dashboard-schema";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { setFlash, takeFlash } from "~/http/response/flash.server";
import { listLiveCodes } from "~/orders/access/pending-codes.server";
import { resendCode } from "~/orders/access/resend-code.server";
import { ListCodes, ResendCode } from "~/orders/order-schema";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { PatientOfOrder } from "~/visits/ui/patient";
import { strings } from "../strings";
import { listHref } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["date-time", "sheet", "live"] };
export const meta = () => [{ title: `${strings.pendingCodes} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const flashTexts: Record<string, string | undefined> = {
  "code-resent": strings.resent,
  "code-sent": strings.sent,
};

const Shown = OnDashboard.extend(ListCodes.pick({ cursor: true }).shape);

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: Shown }, async ({ app, input }) => ({
    filters: { db: input.db, therapist: input.therapist },
    zone: zoneForStaff(args.request),
    toast: flashTexts[takeFlash(args) ?? ""] ?? null,
    ...(await listLiveCodes(app, { db: input.db, cursor: input.cursor, limit: 100 })),
  }));

export async function action(args: ActionFunctionArgs) {
  const input = ResendCode.extend(Shown.shape);
  return submitForm(args, { allow: supervisors, input }, async ({ app, who, input }) => {
    await resendCode(app, who, input);
    setFlash(args, "code-resent");
    return redirect(listHref(`${boardHref}/codes`, { db: input.db, therapist: input.therapist }), 303);
  });
}

export default function Codes() {
  const { filters, zone, toast, rows, next } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const here = listHref(`${boardHref}/codes`, { ...filters });
  return (
    <BoardPopup title={strings.pendingCodes} filters={filters} toast={toast}>
      <p className="buttons">
        <ButtonLink href={listHref(`${boardHref}/codes/new`, { ...filters })} data-opens="">
          {strings.manualAdd}
        </ButtonLink>
      </p>
      {problem && <Notice tone="bad">{problem.message || strings.resendFailed}</Notice>}
      <Table
        caption={strings.pendingCodes}
        rows={rows}
        rowKey={(code) => code.id}
        empty={strings.noRows}
        columns={[
          { key: "code", head: "Code", cell: (code) => <span className="num">{code.code}</span> },
          { key: "email", head: "Email", cell: (code) => <Email address={code.email} /> },
          { key: "phone", head: "Phone", cell: (code) => code.phone && formatPhone(code.phone) },
          {
            key: "patient",
            head: "Patient ID",
            cell: (code) => <PatientOfOrder order={{ ...code, id: code.order_id }} />,
          },
          { key: "db", head: "Brightree DB", cell: (code) => code.brightree_db },
          {
            key: "sent",
            head: "Sent",
            align: "when",
            cell: (code) => <DateTime at={Date.parse(code.created_at)} zone={zone} />,
          },
          {
            key: "resend",
            align: "acts",
            head: <span className="unseen">{strings.resend}</span>,
            cell: (code) => (
              <form method="post" action={here} data-in-place="" data-failed={strings.resendFault}>
                <input type="hidden" name="id" value={code.id} />
                <Button look="quiet" size="small">
                  {strings.resend}
                  <span className="unseen"> the code of patient {code.patient_id}</span>
                </Button>
              </form>
            ),
          },
        ]}
      />
      <CursorPager
        previous={null}
        next={next === null ? null : String(next)}
        at={(cursor) => listHref(`${boardHref}/codes`, { ...filters, cursor })}
      />
    </BoardPopup>
  );
}

/** Breaks before the @ if the column is narrow. */
function Email({ address }: { address: string | null }) {
  const [name, host] = (address ?? "").split("@");
  if (host === undefined) return name;
  return (
    <>
      {name}
      <wbr />@{host}
    </>
  );
}
