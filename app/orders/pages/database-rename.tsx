import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { findDatabase } from "~/orders/order-system/databases.server";
import { OneDatabase, RenameDatabase } from "~/orders/order-system/order-system-schema";
import { renameDatabase } from "~/orders/order-system/rename-database.server";
import { addressOf, DatabaseShell } from "~/orders/ui/database-shell";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Rename database – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, who, input }) => {
    const { name } = await findDatabase(app, input.name);
    return { staff: requireStaff(who), name };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: RenameDatabase }, async ({ app, who, input }) => {
    await renameDatabase(app, who, input);
    return redirect(`${addressOf(input.new_name)}?done=renamed`, 303);
  });
}

export default function DatabaseRename() {
  const { staff, name } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <DatabaseShell name={name} staff={staff} page="/rename">
      <form method="post" className="panel reading">
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        <p>
          Rename the database here after it was renamed in the order system. Orders keep their history, codes,
          links, visits and conversations.
        </p>
        <p>
          Files and other systems must then use the new name, and booking links with the old one (“db={name}”)
          stop working.
        </p>
        <Field
          name="new_name"
          label="New name"
          hint="Exactly as the order system writes it."
          problem={problem}
          maxLength={60}
          required
        />
        <p className="buttons">
          <Button>{`Rename ${name}`}</Button>
          <ButtonLink href={addressOf(name)} look="quiet">
            Back
          </ButtonLink>
        </p>
      </form>
    </DatabaseShell>
  );
}
