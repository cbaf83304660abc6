import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import type { databaseFlash } from "../../flash";
import { findDatabase } from "../../order-system/databases.server";
import { OneDatabase } from "../../order-system/order-system-schema";
import { addressOf, DatabaseShell } from "../../ui/database-shell";
import { ReasonField } from "../../ui/reason-field";
import { findNoteSettings, listReasons } from "../../write-back/note-settings.server";
import { switchOnNotes } from "../../write-back/switch-notes.server";
import { SwitchOnNotes } from "../../write-back/write-back-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Set up visit notes – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name } = await findDatabase(app, input.name);
    const notes = await findNoteSettings(app.reads, name);
    return {
      name,
      isOn: notes !== undefined && notes.off_at === null,
      reason: notes?.reason ?? null,
      ...(await listReasons(app, name)),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SwitchOnNotes }, async ({ app, who, input }) => {
    const before = await findNoteSettings(app.reads, input.name);
    await switchOnNotes(app, who, input);
    const wasOn = before?.off_at === null;
    return redirectWithFlash<typeof databaseFlash>(
      args,
      addressOf(input.name, "/notes"),
      wasOn ? "notes-reason-saved" : "notes-on",
    );
  });

export default function NotesSettings() {
  const { name, isOn, ...reasons } = useLoaderData<typeof loader>();
  return (
    <DatabaseShell name={name} page="/notes">
      <PostForm className="panel reading">
        <h2>{isOn ? "Reason for the notes" : "Write visit notes to the order system"}</h2>
        <Problem />
        {!isOn && (
          <p>
            Once this is on, Firstnight adds a note to the patient each time a visit changes. It doesn't add
            notes for earlier changes. <a href={addressOf(name, "/notes/test")}>Write a test note</a> first.
          </p>
        )}
        <ReasonField {...reasons} />
        <FormButtons back={addressOf(name, "/notes")}>{isOn ? "Save reason" : "Turn on"}</FormButtons>
      </PostForm>
    </DatabaseShell>
  );
}
