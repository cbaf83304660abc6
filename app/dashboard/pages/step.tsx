import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { supervisors } from "~/core/who";
import { listStepOrders } from "~/dashboard/board/step-orders.server";
import { boardHref, stepName } from "~/dashboard/board/tiles";
import { ShowStep } from "~/dashboard/dashboard-schema";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { takeFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { type Column, Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { visitFlash } from "~/visits/flash";
import { PatientOfOrder } from "~/visits/ui/patient";
import { strings } from "../strings";

export const handle = { look: "staff", scripts: ["date-time", "sheet", "live"] };
export const meta = () => [{ title: "Orders – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowStep }, async ({ app, input }) => {
    const { step, db, therapist, cursor } = input;
    return {
      step,
      filters: { db, therapist },
      zone: zoneForStaff(args.request),
      here: listHref(`${boardHref}/steps/${step}`, { db, therapist, cursor }),
      toast: await takeFlash(args, visitFlash),
      ...(await listStepOrders(app.reads, { step, database: db, cursor, limit: 100 })),
    };
  });

/** Step 4, Ready to Schedule. Before this step, insurance can still deny the order. */
const firstBookable = 4;

const bookColumn: Column<{ id: number; patient_id: number }> = {
  key: "book",
  align: "acts",
  head: <span className="unseen">Book</span>,
  cell: (order) => (
    <ButtonLink href={`/new-appointment?order=${order.id}`} look="quiet" size="small">
      Book<span className="unseen"> a visit for patient {order.patient_id}</span>
    </ButtonLink>
  ),
};

/** In the first of part 2's columns, which stay as they are. */
const SelectOrder = ({ order }: { order: { id: number; patient_id: number } }) => (
  <label className="pick">
    <input type="checkbox" name="order" value={order.id} />
    <span className="unseen">{`Select the order of patient ${order.patient_id}`}</span>
  </label>
);

export default function Step() {
  const { step, filters, zone, here, toast, rows, next } = useLoaderData<typeof loader>();
  const title = strings.stepOrders(stepName(step));
  return (
    <BoardPopup title={title} filters={filters} toast={toast}>
      <form action="/orders/close" className="stack">
        <input type="hidden" name="back" value={here} />
        <Table
          caption={title}
          rows={rows}
          rowKey={(order) => order.id}
          empty={strings.noRows}
          columns={[
            {
              head: "Brightree DB",
              align: "id",
              cell: (order) => (
                <>
                  <SelectOrder order={order} /> {order.brightree_db}
                </>
              ),
            },
            { head: "Patient ID", align: "name", cell: (order) => <PatientOfOrder order={order} /> },
            { head: "Sales Order #", align: "right", cell: (order) => order.sales_order_no },
            {
              head: "Reached At",
              align: "when",
              cell: (order) => <DateTime at={order.step_at} zone={zone} />,
            },
            ...(step >= firstBookable ? [bookColumn] : []),
          ]}
        />
        {rows.length > 0 && (
          <p className="buttons">
            <Button look="quiet" size="small">
              Close selected orders…
            </Button>
          </p>
        )}
      </form>
      <CursorPager
        next={next}
        at={(cursor) => listHref(`${boardHref}/steps/${step}`, { ...filters, cursor })}
      />
    </BoardPopup>
  );
}
