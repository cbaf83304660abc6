import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { findDatabase } from "~/orders/order-system/databases.server";
import { OneDatabase, SaveOrderSystem } from "~/orders/order-system/order-system-schema";
import { saveOrderSystem } from "~/orders/order-system/save-order-system.server";
import { addressOf, DatabaseShell } from "~/orders/ui/database-shell";
import { LinkFields, ServiceFields, SourceFields } from "~/orders/ui/order-system-fields";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Database – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  const done = new URL(args.request.url).searchParams.get("done");
  return loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, who, input }) => ({
    staff: requireStaff(who),
    database: await findDatabase(app, input.name),
    toast: done === "renamed" ? "Database renamed" : done ? "Settings saved" : null,
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: SaveOrderSystem }, async ({ app, who, input }) => {
    await saveOrderSystem(app, who, input);
    return redirect(`${addressOf(input.name)}?done=saved`, 303);
  });
}

export default function DatabasePage() {
  const { staff, database, toast } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <DatabaseShell name={database.name} staff={staff} page="" toast={toast}>
      <form method="post" className="database-form reading" autoComplete="off">
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        <SourceFields database={database} problem={problem} />
        <ServiceFields database={database} problem={problem} />
        <LinkFields database={database} problem={problem} />
        <p className="buttons">
          <Button>Save settings</Button>
        </p>
      </form>
    </DatabaseShell>
  );
}
