import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import type { databaseFlash } from "../flash";
import { renameDatabase } from "../order-system/change-databases.server";
import { findDatabase } from "../order-system/databases.server";
import { OneDatabase, RenameDatabase } from "../order-system/order-system-schema";
import { addressOf, DatabaseShell } from "../ui/database-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Rename database – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name } = await findDatabase(app, input.name);
    return { name };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: RenameDatabase }, async ({ app, who, input }) => {
    await renameDatabase(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(args, addressOf(input.new_name), "database-renamed");
  });

export default function DatabaseRename() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <DatabaseShell name={name} page="/rename">
      <PostForm className="panel reading">
        <Problem />
        <p>
          Rename the database here after you rename it in the order system. Orders keep their history, codes,
          links, visits, and conversations.
        </p>
        <p>
          Order files and other systems must then use the new name. Booking links with the old name (“db=
          {name}”) stop working.
        </p>
        <Field
          name="new_name"
          label="New name"
          hint="Exactly as it appears in the order system."
          maxLength={60}
          required
        />
        <FormButtons back={addressOf(name)}>{`Rename ${name}`}</FormButtons>
      </PostForm>
    </DatabaseShell>
  );
}
