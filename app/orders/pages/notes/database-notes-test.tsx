import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { findDatabase } from "../../order-system/databases.server";
import { OneDatabase } from "../../order-system/order-system-schema";
import { addressOf, DatabaseShell } from "../../ui/database-shell";
import { ReasonField } from "../../ui/reason-field";
import { findNoteSettings, listReasons } from "../../write-back/note-settings.server";
import { type NoteTest, testNotes } from "../../write-back/switch-notes.server";
import { TestNotes } from "../../write-back/write-back-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Test visit notes – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name } = await findDatabase(app, input.name);
    const reason = (await findNoteSettings(app.reads, name))?.reason ?? null;
    return { name, reason, ...(await listReasons(app, name)) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: TestNotes }, async ({ app, who, input }) =>
    json({ tested: await testNotes(app, who, input), reason: input.reason, patient: input.patient_id }),
  );

type Tested = { tested?: NoteTest; reason?: number; patient?: number };

export default function TestVisitNotes() {
  const { name, reason, ...reasons } = useLoaderData<typeof loader>();
  const { tested, ...used } = (useActionData() ?? {}) as Tested;
  return (
    <DatabaseShell name={name} page="/notes">
      <PostForm className="panel reading">
        <h2>Test</h2>
        <Problem />
        {tested ? (
          <Notice tone={tested.ok ? "good" : "bad"}>
            <p>
              <strong>{tested.ok ? "Visit notes work." : "The test note wasn't written."}</strong>
            </p>
            <p>{`${tested.sentence} It took ${tested.milliseconds} ms.`}</p>
          </Notice>
        ) : (
          <p>
            This writes one test note on a patient and reads it back. Use a test patient, because the note
            stays in the order system until someone deletes it there.
          </p>
        )}
        <ReasonField {...reasons} reason={used.reason ?? reason} />
        <Field
          name="patient_id"
          label="Patient ID"
          hint="The ID of a test patient in the order system."
          inputMode="numeric"
          value={used.patient === undefined ? undefined : String(used.patient)}
          maxLength={12}
          required
        />
        <FormButtons back={addressOf(name, "/notes")}>
          {tested ? "Write another test note" : "Write a test note"}
        </FormButtons>
      </PostForm>
    </DatabaseShell>
  );
}
