import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { databaseFlash } from "../flash";
import { discardImport } from "../import/change-import.server";
import { OneImport } from "../import/import-schema";
import { findImport } from "../import/imports.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Discard import – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneImport }, async ({ app, input }) => {
    const { id, file_name } = await findImport(app.reads, input.id);
    return { id, name: file_name };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneImport }, async ({ app, who, input }) => {
    await discardImport(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(args, "/admin/import", "import-discarded");
  });

export default function DiscardImport() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Discard this import?" here="/admin/import">
      <PostForm className="panel reading">
        <Problem />
        <p>This deletes the file {name} from Firstnight. Orders imported from it stay.</p>
        <FormButtons look="danger" back={`/admin/import/${id}`}>{`Discard ${name}`}</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
