import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { checkAgain } from "../import/change-import.server";
import { addDatabase } from "../order-system/change-databases.server";
import { listDatabases } from "../order-system/databases.server";
import { AddDatabase, ShowDatabases } from "../order-system/order-system-schema";
import { addressOf } from "../ui/database-shell";
import { kindNames } from "../ui/order-system-fields";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Databases – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: ShowDatabases }, async ({ app, input }) => ({
    databases: await listDatabases(app),
    missing: input.name ?? "",
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: AddDatabase }, async ({ app, who, input }) => {
    await addDatabase(app, who, input);
    await checkAgain(app);
    return redirect(input.import ? `/admin/import/${input.import}` : addressOf(input.name), 303);
  });

export default function Databases() {
  const { databases, missing } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Databases" here="/admin/databases">
      <Table
        caption="Order system databases"
        rows={databases}
        rowKey={(database) => database.name}
        empty="No databases yet. Every order belongs to one. Add it below."
        columns={[
          {
            head: "Database",
            align: "id",
            cell: ({ name }) => (
              <a className="row-link" href={addressOf(name)}>
                {name}
              </a>
            ),
          },
          { head: "Company", cell: ({ company }) => company },
          { head: "Order source", cell: ({ kind }) => kindNames[kind] },
          { head: "Organization code", cell: ({ bt_org: org }) => org ?? "–" },
          {
            head: "Last sync",
            cell: ({ kind, ended_at: endedAt, problem: failed }) =>
              kind === "local" ? (
                "–"
              ) : endedAt === null ? (
                "Not yet"
              ) : (
                <>
                  <DateTime at={endedAt} />
                  {failed && <span className="under wrong-mark">{failed}</span>}
                </>
              ),
          },
        ]}
      />
      <PostForm className="panel reading" id="add" aria-labelledby="add-title">
        <h2 id="add-title">Add a database</h2>
        <Problem />
        <div className="pair">
          <Field
            name="name"
            label="Database"
            hint="Exactly as it appears in the order system (for example, QHMS)."
            maxLength={60}
            value={missing}
            required
          />
          <Field
            name="company"
            label="Company"
            hint="The company whose patients are in this database."
            maxLength={200}
            required
          />
        </div>
        <FormButtons>Add database</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
