import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { discardImport } from "~/orders/import/change-import.server";
import { OneImport } from "~/orders/import/import-schema";
import { findImport } from "~/orders/import/imports.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Discard import – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: OneImport }, async ({ app, who, input }) => {
    const { id, file_name } = await findImport(app.reads, input.id);
    return { staff: requireStaff(who), id, name: file_name };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: OneImport }, async ({ app, who, input }) => {
    await discardImport(app, requireStaff(who), input);
    return redirect("/admin/import?done=discarded", 303);
  });
}

export default function DiscardImport() {
  const { staff, id, name } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <StaffShell title="Discard this import?" who={staff} here="/admin/import">
      <form method="post" className="panel reading">
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        <p>The file {name} is deleted here. Orders imported from it stay.</p>
        <p className="buttons">
          <Button look="danger">{`Discard ${name}`}</Button>
          <ButtonLink href={`/admin/import/${id}`} look="quiet">
            Back
          </ButtonLink>
        </p>
      </form>
    </StaffShell>
  );
}
