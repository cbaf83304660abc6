import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { stopImport } from "../import/change-import.server";
import { OneImport } from "../import/import-schema";
import { findImport } from "../import/imports.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Stop import – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneImport }, async ({ app, input }) => {
    const { id, file_name } = await findImport(app.reads, input.id);
    return { id, name: file_name };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneImport }, async ({ app, who, input }) => {
    await stopImport(app, who, input);
    return redirect(`/admin/import/${input.id}`, 303);
  });

export default function StopImport() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Stop this import?" here="/admin/import">
      <PostForm className="panel reading">
        <Problem />
        <p>Orders from {name} that are already in stay. You can import the rest later, or undo the import.</p>
        <FormButtons look="danger" back={`/admin/import/${id}`}>
          Stop the import
        </FormButtons>
      </PostForm>
    </StaffShell>
  );
}
