import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { confirmImport } from "~/orders/import/change-import.server";
import { OneImport, ShowImport } from "~/orders/import/import-schema";
import { findImport, firstRows, listProblems, uploadOf } from "~/orders/import/imports.server";
import { ImportState } from "~/orders/ui/import-state";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff", scripts: ["import"] };
export const meta = () => [{ title: "Import orders – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: ShowImport }, async ({ app, who, input }) => {
    const { user_id, address, stored_as, ...shown } = await findImport(app.reads, input.id);
    const path = uploadOf(app.config.dataDir, stored_as);
    const hasPreview = shown.status === "checked" || shown.status === "checking";
    return {
      staff: requireStaff(who),
      shown,
      preview: hasPreview ? await firstRows(path) : [],
      ...(await listProblems(app.reads, input.id, input.after)),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: OneImport }, async ({ app, who, input }) => {
    await confirmImport(app, requireStaff(who), input);
    return redirect(`/admin/import/${input.id}`, 303);
  });
}

export default function ImportFile() {
  const { staff, shown, preview, problems, next } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const [header, ...rows] = preview;
  return (
    <StaffShell title={`Import of ${shown.file_name}`} who={staff} here="/admin/import">
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <ImportState shown={shown} />
      <div id="import-rest" className="stack">
        {problems.length > 0 && (
          <>
            <h2>Problems</h2>
            <Table
              caption="Problems by line and field"
              rows={problems}
              rowKey={({ line, field }) => `${line} ${field}`}
              empty=""
              columns={[
                { key: "line", head: "Line", align: "right", cell: ({ line }) => line },
                { key: "field", head: "Field", cell: ({ field }) => field },
                { key: "error", head: "Problem", cell: ({ error }) => error },
              ]}
            />
            {next !== null && (
              <p className="buttons">
                <ButtonLink href={`?after=${next}`} look="quiet" size="small">
                  More problems
                </ButtonLink>
              </p>
            )}
          </>
        )}
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
