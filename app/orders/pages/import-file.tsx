import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { MoreLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { confirmImport } from "../import/change-import.server";
import { OneImport, ShowImport } from "../import/import-schema";
import { findImport, firstRows, listProblems, uploadOf } from "../import/imports.server";
import { ImportState } from "../ui/import-state";

export const handle = { look: "staff", scripts: ["import"] };
export const meta = () => [{ title: "Import orders – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: ShowImport }, async ({ app, input }) => {
    const { user_id, address, stored_as, ...shown } = await findImport(app.reads, input.id);
    const path = uploadOf(app.config.dataDir, stored_as);
    const hasPreview = shown.status === "checked" || shown.status === "checking";
    return {
      shown,
      preview: hasPreview ? await firstRows(path) : [],
      ...(await listProblems(app.reads, input.id, input.after)),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneImport }, async ({ app, who, input }) => {
    await confirmImport(app, who, input);
    return redirect(`/admin/import/${input.id}`, 303);
  });

export default function ImportFile() {
  const { shown, preview, problems, next } = useLoaderData<typeof loader>();
  const [header, ...rows] = preview;
  return (
    <StaffShell title={`Import of ${shown.file_name}`} here="/admin/import">
      <Problem />
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
                { head: "Line", align: "right", cell: ({ line }) => line },
                { head: "Field", cell: ({ field }) => field },
                {
                  head: "Problem",
                  cell: ({ error, missingDatabase: name }) => (
                    <>
                      {error}{" "}
                      {name && (
                        <a
                          href={`/admin/databases?${new URLSearchParams({ name, import: `${shown.id}` })}#add`}
                        >
                          Add this database
                        </a>
                      )}
                    </>
                  ),
                },
              ]}
            />
            <MoreLink href={next !== null && `?after=${next}`}>More problems</MoreLink>
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
