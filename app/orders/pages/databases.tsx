import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { addDatabase } from "~/orders/order-system/add-database.server";
import { listDatabases } from "~/orders/order-system/databases.server";
import { AddDatabase } from "~/orders/order-system/order-system-schema";
import { addressOf } from "~/orders/ui/database-shell";
import { kindNames } from "~/orders/ui/kind-names";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Databases – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: z.object({}) }, async ({ app, who }) => ({
    staff: requireStaff(who),
    zone: zoneForStaff(args.request),
    databases: await listDatabases(app),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: AddDatabase }, async ({ app, who, input }) => {
    await addDatabase(app, who, input);
    return redirect(addressOf(input.name), 303);
  });
}

export default function Databases() {
  const { staff, zone, databases } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <StaffShell title="Databases" who={staff} here="/admin/databases">
      <Table
        caption="Order system databases"
        rows={databases}
        rowKey={(database) => database.name}
        empty="No databases yet."
        columns={[
          {
            key: "name",
            head: "Database",
            cell: ({ name }) => (
              <a className="row-link" href={addressOf(name)}>
                {name}
              </a>
            ),
          },
          { key: "company", head: "Company", cell: ({ company }) => company },
          { key: "kind", head: "Orders come from", cell: ({ kind }) => kindNames[kind] },
          { key: "org", head: "Organization code", cell: ({ bt_org: org }) => org ?? "–" },
          {
            key: "read",
            head: "Last sync",
            cell: ({ kind, ended_at: endedAt, problem: failed }) =>
              kind === "local" ? (
                "–"
              ) : endedAt === null ? (
                "Not yet"
              ) : (
                <>
                  <DateTime at={endedAt} zone={zone} />
                  {failed && <span className="under wrong-mark">{failed}</span>}
                </>
              ),
          },
        ]}
      />
      <form method="post" className="panel reading" aria-labelledby="add-title">
        <h2 id="add-title">Add a database</h2>
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        <div className="pair">
          <Field
            name="name"
            label="Database"
            hint="Exactly as the order system writes it, like QHMS."
            problem={problem}
            maxLength={60}
            required
          />
          <Field
            name="company"
            label="Company"
            hint="The provider whose patients it contains."
            problem={problem}
            maxLength={200}
            required
          />
        </div>
        <p className="buttons">
          <Button>Add database</Button>
        </p>
      </form>
    </StaffShell>
  );
}
