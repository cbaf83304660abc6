import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { newToken } from "~/core/secrets.server";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { submitFile } from "~/http/request/upload.server";
import { takeFlash } from "~/http/response/flash.server";
import { prepareUploads } from "~/orders/import/change-import.server";
import { uploadOf } from "~/orders/import/imports.server";
import { convertSpreadsheet } from "~/orders/import/read-spreadsheet.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { nightFilesFlash } from "../flash";
import { addNightFile, listNightFiles, type NightFile, resultOf } from "../night-files.server";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Import nights – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors }, async ({ app }) => ({
    files: (await listNightFiles(app.reads)).map(({ id, file_name, status, created_at, result }) => {
      const read = resultOf({ result });
      const bad = read?.refused.reduce((sum, { count }) => sum + count, 0) ?? 0;
      return { id, name: file_name, status, uploadedAt: created_at, nights: read ? saving(read) : 0, bad };
    }),
    toast: await takeFlash(args, nightFilesFlash),
  }));

const saving = ({ fresh, changed }: { fresh: number; changed: number }) => fresh + changed;

export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const storedAs = newToken();
  return submitFile(
    args,
    {
      allow: supervisors,
      field: "file",
      path: async () => {
        await prepareUploads(app);
        return uploadOf(app.config.dataDir, storedAs);
      },
    },
    async ({ who, file }) => {
      await convertSpreadsheet(file.path);
      const { id, isClear } = await addNightFile(app, who, { name: file.name, storedAs });
      return redirect(`/nights/import/${id}${isClear ? "" : "/columns"}`, 303);
    },
  );
}

const statusNames: Record<NightFile["status"], string> = {
  columns: "Columns to choose",
  checked: "Ready to save",
  saved: "Saved",
  failed: "Can't be read",
};

export default function ImportNights() {
  const { files, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Import nights" here="/nights" toast={toast}>
      <PostForm encType="multipart/form-data" className="panel reading">
        <p>
          Choose a file with one row per patient and night: the patient's ID, the date, and the minutes or
          hours of use. Firstnight checks it and shows what is wrong. Then you save the nights.
        </p>
        <Problem />
        <Field
          name="file"
          type="file"
          label="File"
          hint="CSV or .xlsx, up to 50 MB and 250,000 rows. Of a workbook, the first sheet is read."
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          required
        />
        <FormButtons back="/nights">Upload and check</FormButtons>
        <details className="more stack">
          <summary>What the file needs</summary>
          <p>
            The first file with new column names may ask you which column is which. Later files with the same
            names don't. A file with one total per patient can't be used: Medicare's rule asks for each night.
          </p>
          <p>
            A date is the evening on which the night begins, by the device's own day from noon to noon. If the
            column has times, the rows are parts of a night: a part that begins before noon belongs to the
            evening before. With a column of serial numbers, the nights of two devices are kept apart, and the
            longer use of a night counts.
          </p>
          <p>If the file has names, a row with another name for a patient's ID isn't saved.</p>
        </details>
      </PostForm>
      <h2>Files in the last seven days</h2>
      <Table
        caption="Files of nights"
        rows={files}
        rowKey={({ id }) => id}
        empty="No files uploaded yet. Each upload is listed here with its result."
        stacks
        columns={[
          {
            head: "File",
            align: "name",
            cell: ({ id, name }) => (
              <a className="row-link" href={`/nights/import/${id}`}>
                {name}
              </a>
            ),
          },
          { head: "Status", cell: ({ status }) => statusNames[status] },
          { head: "Uploaded", align: "when", cell: ({ uploadedAt }) => <DateTime at={uploadedAt} /> },
          { head: "New nights", align: "right", cell: ({ nights }) => nights.toLocaleString("en-US") },
          { head: "Rows with problems", align: "right", cell: ({ bad }) => bad.toLocaleString("en-US") },
        ]}
      />
    </StaffShell>
  );
}
