import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { databaseFlash } from "../flash";
import { findDatabase } from "../order-system/databases.server";
import { OneDatabase, SaveOrderSystem } from "../order-system/order-system-schema";
import { saveOrderSystem } from "../order-system/save-order-system.server";
import { addressOf, DatabaseShell } from "../ui/database-shell";
import { LinkFields, ServiceFields, SourceFields } from "../ui/order-system-fields";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Database – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => ({
    database: await findDatabase(app, input.name),
    toast: await takeFlash(args, databaseFlash),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SaveOrderSystem }, async ({ app, who, input }) => {
    await saveOrderSystem(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(args, addressOf(input.name), "database-saved");
  });

export default function DatabasePage() {
  const { database, toast } = useLoaderData<typeof loader>();
  return (
    <DatabaseShell name={database.name} page="" toast={toast}>
      <PostForm className="reading" autoComplete="off">
        <Problem />
        <SourceFields database={database} />
        <ServiceFields database={database} />
        <LinkFields database={database} />
        <FormButtons>Save settings</FormButtons>
      </PostForm>
    </DatabaseShell>
  );
}
