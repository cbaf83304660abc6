import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { home } from "~/dashboard/board/tiles";
import { OnDashboard } from "~/dashboard/schema";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { read, submit } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { leaveWord, takeWord } from "~/http/response/flash.server";
import { listLiveCodes } from "~/orders/access/pending-codes.server";
import { resendCode } from "~/orders/access/resend-code.server";
import { ListCodes, ResendCode } from "~/orders/schema";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { When } from "~/ui/date-time";
import { saidOf } from "../board/board-flash";
import { words } from "../strings";
import { addressOf } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["when"] };
export const meta = () => [{ title: `${words.pendingCodes} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const Shown = OnDashboard.extend(ListCodes.pick({ cursor: true }).shape);

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: Shown }, async ({ app, who, input }) => ({
    staff: asStaff(who),
    place: { db: input.db, therapist: input.therapist },
    zone: zoneForStaff(args.request),
    said: saidOf(takeWord(args)),
    ...(await listLiveCodes(app, { db: input.db, cursor: input.cursor, limit: 100 })),
  }));
}

/** Sends the code of one row again. */
export async function action(args: ActionFunctionArgs) {
  const input = ResendCode.extend(Shown.shape);
  return submit(args, { allow: supervisors, input }, async ({ app, who, input }) => {
    await resendCode(app, who, input);
    leaveWord(args, "code-resent");
    return redirect(addressOf(`${home}/codes`, { db: input.db, therapist: input.therapist }), 303);
  });
}

export default function Codes() {
  const { staff, place, zone, said, rows, next } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const here = addressOf(`${home}/codes`, { ...place });
  return (
    <BoardPopup title={words.pendingCodes} staff={staff} place={place} toast={said}>
      <p className="buttons">
        <ButtonLink href={addressOf(`${home}/codes/new`, { ...place })} data-opens="">
          {words.manualAdd}
        </ButtonLink>
      </p>
      {problem && <Notice tone="bad">{problem.message || words.resendFailed}</Notice>}
      <Table
        caption={words.pendingCodes}
        rows={rows}
        rowKey={(code) => code.id}
        empty={words.noRows}
        columns={[
          { key: "code", head: "Code", cell: (code) => <span className="num">{code.code}</span> },
          { key: "email", head: "Email", cell: (code) => <Email address={code.email} /> },
          { key: "phone", head: "Phone", cell: (code) => code.phone },
          { key: "patient", head: "Patient ID", align: "right", cell: (code) => code.patient_id },
          { key: "db", head: "Brightree DB", cell: (code) => code.brightree_db },
          {
            key: "sent",
            head: "Sent",
            align: "when",
            cell: (code) => <When at={Date.parse(code.created_at)} zone={zone} />,
          },
          {
            key: "resend",
            align: "acts",
            head: <span className="unseen">{words.resend}</span>,
            cell: (code) => (
              <form method="post" action={here} data-in-place="" data-failed={words.resendFault}>
                <input type="hidden" name="id" value={code.id} />
                <Button look="quiet" size="small">
                  {words.resend}
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
        at={(cursor) => addressOf(`${home}/codes`, { ...place, cursor })}
      />
    </BoardPopup>
  );
}

/** It breaks before the @ where the column is narrow, and nowhere else. */
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
