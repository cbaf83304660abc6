import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import type { databaseFlash } from "../../flash";
import { findDatabase } from "../../order-system/databases.server";
import { OneDatabase } from "../../order-system/order-system-schema";
import { addressOf, DatabaseShell } from "../../ui/database-shell";
import { viewWriteBack } from "../../write-back/note-settings.server";
import { switchOffNotes } from "../../write-back/switch-notes.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Turn off visit notes – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name } = await findDatabase(app, input.name);
    const notes = await viewWriteBack(app.reads, name);
    return { name, unwritten: notes ? notes.open + notes.failed : 0 };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneDatabase }, async ({ app, who, input }) => {
    await switchOffNotes(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(args, addressOf(input.name, "/notes"), "notes-off");
  });

export default function SwitchOffNotes() {
  const { name, unwritten } = useLoaderData<typeof loader>();
  return (
    <DatabaseShell name={name} page="/notes">
      <PostForm className="panel reading">
        <h2>Turn off visit notes?</h2>
        <Problem />
        <p>
          Firstnight will stop writing visit notes. Notes already in the order system stay there.
          {unwritten > 0 && ` ${plural(unwritten, "unwritten note")} will be deleted.`}
        </p>
        <FormButtons look="danger" back={addressOf(name, "/notes")}>
          Turn off
        </FormButtons>
      </PostForm>
    </DatabaseShell>
  );
}
