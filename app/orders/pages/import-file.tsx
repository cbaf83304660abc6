import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { MoreLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { countWithoutLink, listAddedOrders } from "../access/send-links.server";
import { databaseFlash } from "../flash";
import { confirmImport } from "../import/change-import.server";
import { mappingIn } from "../import/choose-columns";
import { OneImport, ShowImport } from "../import/import-schema";
import {
  countEarlierImports,
  countInFirstStep,
  findImport,
  firstRows,
  listProblemGroups,
  listProblemRows,
  uploadOf,
} from "../import/imports.server";
import { countKept, listKept, undoableUntil } from "../import/undo-import.server";
import { ImportProblems, ProblemRows } from "../ui/import-problems";
import { ImportState } from "../ui/import-state";

export const handle = { look: "staff", scripts: ["import", "date-time"] };
export const meta = () => [{ title: "Import orders – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: ShowImport }, async ({ app, who, input }) => {
    const { user_id, address, stored_as, mapping, ...shown } = await findImport(app.reads, input.id);
    const path = uploadOf(app.config.dataDir, stored_as);
    const hasPreview = shown.status === "checked" || shown.status === "checking";
    const until = undoableUntil(shown);
    const { field, line } = input;
    const isOneCause = field !== undefined && line !== undefined;
    return {
      shown,
      waitsFor: await countEarlierImports(app.reads, input.id),
      undoableUntil: until !== null && until > app.clock.now() ? until : null,
      preview: hasPreview ? await firstRows(path, mappingIn({ mapping })?.headerLine) : [],
      groups: await listProblemGroups(app.reads, input.id),
      cause: isOneCause
        ? await listProblemRows(app.reads, input.id, { field, line, after: input.after })
        : null,
      isOf: { field, line },
      linkless: undoableUntil(shown) === null ? 0 : await countLinkless(app, who, input.id),
      inFirstStep: undoableUntil(shown) === null ? 0 : await countInFirstStep(app.reads, input.id),
      hasSteps: mappingIn({ mapping })?.columns.step !== undefined,
      kept: shown.status === "undone" ? await listKept(app.reads, input.id) : [],
      keptCount: shown.status === "undone" ? await countKept(app.reads, input.id) : 0,
      toast: await takeFlash(args, databaseFlash),
    };
  });

async function countLinkless(app: App, who: Staff, id: number): Promise<number> {
  const ids = await listAddedOrders(app.reads, id);
  return countWithoutLink(app.reads, who, ids);
}

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneImport }, async ({ app, who, input }) => {
    await confirmImport(app, who, input);
    return redirect(`/admin/import/${input.id}`, 303);
  });

export default function ImportFile() {
  const { shown, preview, groups, cause, isOf, kept, toast, ...state } = useLoaderData<typeof loader>();
  const [header, ...rows] = preview;
  const isEnded = shown.status === "done" || shown.status === "stopped";
  if (cause) {
    const group = groups.find(({ field, line }) => field === isOf.field && line === isOf.line);
    return (
      <StaffShell title={`Import of ${shown.file_name}`} here="/admin/import" toast={toast}>
        <div className="stack">
          <p>
            <a href={`/admin/import/${shown.id}`}>Back to the import</a>
          </p>
          {group && <h2>{group.error}</h2>}
          <ProblemRows rows={cause.rows} importId={shown.id} canCorrect={isEnded} />
          <MoreLink
            href={cause.next !== null && `?field=${isOf.field}&line=${isOf.line}&after=${cause.next}`}
          >
            More lines
          </MoreLink>
        </div>
      </StaffShell>
    );
  }
  return (
    <StaffShell title={`Import of ${shown.file_name}`} here="/admin/import" toast={toast}>
      <Problem />
      <ImportState shown={shown} {...state} />
      <div id="import-rest" className="stack">
        {shown.status !== "undone" && (
          <ImportProblems groups={groups} importId={shown.id} canCorrect={isEnded} />
        )}
        {kept.length > 0 && <KeptOrders kept={kept} />}
        {header && rows.length > 0 && (
          <>
            <h2>First rows</h2>
            <Table
              caption="First rows of the file"
              rows={rows.map((cells, index) => ({ cells, index }))}
              rowKey={({ index }) => index}
              empty=""
              columns={header.map((name, index) => ({
                key: `${index}`,
                head: name,
                cell: (row: { cells: string[]; index: number }) => row.cells[index],
              }))}
            />
          </>
        )}
      </div>
    </StaffShell>
  );
}

function KeptOrders({ kept }: { kept: ReturnType<typeof useLoaderData<typeof loader>>["kept"] }) {
  return (
    <>
      <h2>Orders that weren't undone</h2>
      <Table
        caption="Orders that weren't undone"
        stacks
        rows={kept}
        rowKey={({ id }) => id}
        empty=""
        columns={[
          {
            head: "Order",
            align: "id",
            cell: ({ id, brightree_db, sales_order_no, patient_id }) => (
              <a href={`/orders/${id}`} data-opens="">
                {`${brightree_db} ${sales_order_no ?? `patient ${patient_id}`}`}
              </a>
            ),
          },
          {
            head: "Patient",
            align: "name",
            cell: ({ patient_name, patient_id }) => patient_name ?? patient_id,
          },
          { head: "Import", cell: ({ was_added }) => (was_added ? "Added it" : "Changed it") },
          { head: "Reason", cell: ({ kept: reason }) => reason },
        ]}
      />
    </>
  );
}
