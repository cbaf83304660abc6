import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { languageCodes } from "~/core/language/languages";
import { newToken } from "~/core/secrets.server";
import { loadPage } from "~/http/page.server";
import { submitFile } from "~/http/request/upload.server";
import { takeFlash } from "~/http/response/flash.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { databaseFlash } from "../flash";
import { addImport, prepareUploads } from "../import/change-import.server";
import { listImports, uploadOf } from "../import/imports.server";
import { convertSpreadsheet } from "../import/read-spreadsheet.server";
import { orderRow } from "../order-row";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Import orders – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => ({
    imports: await listImports(app.reads),
    columns: Object.keys(orderRow(app.clock.now()).shape),
    toast: await takeFlash(args, databaseFlash),
  }));

export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const storedAs = newToken();
  return submitFile(
    args,
    {
      allow: ["admin"],
      field: "file",
      path: async () => {
        await prepareUploads(app);
        return uploadOf(app.config.dataDir, storedAs);
      },
    },
    async ({ who, file }) => {
      const bytes = await convertSpreadsheet(file.path);
      const { id, isUnclear } = await addImport(app, who, { name: file.name, storedAs, bytes });
      return redirect(`/admin/import/${id}${isUnclear ? "/columns" : ""}`, 303);
    },
  );
}

const importStatusNames = {
  columns: "Columns to choose",
  checking: "Checking",
  checked: "Ready to import",
  importing: "Importing",
  done: "Done",
  stopped: "Stopped",
  undoing: "Undoing",
  undone: "Undone",
  failed: "Can't be read",
} as const;

export default function ImportOrders() {
  const { imports, columns, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Import orders" here="/admin/import" toast={toast}>
      <PostForm encType="multipart/form-data" className="panel reading">
        <p>
          Choose a CSV file or an Excel workbook of orders, as your system exports it. Firstnight finds the
          columns, checks the file, and shows what would change. Then you confirm the import.
        </p>
        <Problem />
        <Field
          name="file"
          type="file"
          label="File"
          hint="CSV or .xlsx, up to 200 MB. Of a workbook, the first sheet is imported."
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          required
        />
        <FormButtons>Upload and check</FormButtons>
        <p className="soft">
          Only a few patients? <a href="/new-appointment/order?next=order">Add a patient by hand</a>.
        </p>
        <details className="more stack">
          <summary>Columns</summary>
          <p>
            A file can have any column names. With the names below, in any order, there is nothing to choose.
            The first three columns are required. If another column is missing or empty, the saved value is
            kept. If language or interpreter is empty, the saved value is removed. The language is{" "}
            {languageCodes.join(" or ")}. The interpreter is a language like Spanish, or ASL.
          </p>
          <p>
            Download a template: <a href="/admin/import/template.xlsx">Excel</a> or{" "}
            <a href="/admin/import/template.csv">CSV</a>
          </p>
          <p className="columns">{columns.join(", ")}</p>
        </details>
      </PostForm>
      <h2>Imports in the last seven days</h2>
      <Table
        caption="Imports"
        rows={imports}
        rowKey={({ id }) => id}
        empty="No files uploaded yet. Upload your order system's file above. Each upload is listed here with its result."
        columns={[
          {
            head: "File",
            cell: ({ id, file_name: name }) => (
              <a className="row-link" href={`/admin/import/${id}`}>
                {name}
              </a>
            ),
          },
          { head: "Status", cell: ({ status }) => importStatusNames[status] },
          { head: "Uploaded", align: "when", cell: ({ created_at }) => <DateTime at={created_at} /> },
          { head: "New", align: "right", cell: ({ inserted }) => inserted },
          { head: "Changed", align: "right", cell: ({ updated }) => updated },
          { head: "Bad lines", align: "right", cell: ({ bad_lines: bad }) => bad },
        ]}
      />
    </StaffShell>
  );
}
