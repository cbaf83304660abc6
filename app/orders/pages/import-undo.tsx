import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { loadPage, submitForm } from "~/http/page.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { OneImport } from "../import/import-schema";
import { findImport } from "../import/imports.server";
import { startUndo } from "../import/undo-import.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Undo import – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneImport }, async ({ app, input }) => {
    const { id, file_name, inserted, updated } = await findImport(app.reads, input.id);
    return { id, name: file_name, inserted, updated };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneImport }, async ({ app, who, input }) => {
    await startUndo(app, who, input);
    return redirect(`/admin/import/${input.id}`, 303);
  });

export default function UndoImport() {
  const { id, name, inserted, updated } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Undo this import?" here="/admin/import">
      <PostForm className="panel reading">
        <Problem />
        <p>
          This removes {plural(inserted, "order")} that the import of {name} added
          {updated > 0 && `, and restores the earlier values of ${plural(updated, "order")} that it changed`}.
        </p>
        <p>
          Orders stay as they are if a visit was booked on them, the patient got a code or a link, or someone
          changed them since. They are listed afterward.
        </p>
        <FormButtons look="danger" back={`/admin/import/${id}`}>
          Undo the import
        </FormButtons>
      </PostForm>
    </StaffShell>
  );
}
