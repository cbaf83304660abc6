import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { plural } from "~/core/plural";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Button, ButtonLink, QuietLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { nightFilesFlash } from "../flash";
import {
  discardNightFile,
  type FileResult,
  findNightFile,
  resultOf,
  saveNightFile,
} from "../night-files.server";
import { causes } from "../read-nights.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Import nights – Firstnight" }];

const OneFile = z.object({ id: recordId });
const Change = OneFile.extend({ act: z.enum(["save", "discard"]) });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: OneFile }, async ({ app, input }) => {
    const file = await findNightFile(app.reads, input.id);
    const result = resultOf(file);
    return {
      id: file.id,
      name: file.file_name,
      status: file.status,
      problem: file.problem,
      result: result && {
        ...result,
        refused: result.refused.map((group) => ({ ...group, why: causes[group.cause] })),
      },
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: Change }, async ({ app, who, input }) => {
    if (input.act === "discard") {
      await discardNightFile(app, who, input.id);
      return redirectWithFlash<typeof nightFilesFlash>(args, "/nights/import", "night-file-discarded");
    }
    await saveNightFile(app, who, input.id);
    return redirect(`/nights/import/${input.id}`, 303);
  });

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

export default function NightFilePage() {
  const file = useLoaderData<typeof loader>();
  const { result } = file;
  return (
    <StaffShell title={`Nights of ${file.name}`} here="/nights">
      <div className="stack">
        <Problem />
        <section className="panel reading stack" aria-label="Result">
          {file.problem !== null && <Notice tone="bad">{file.problem}</Notice>}
          {file.status === "columns" && (
            <Notice tone="dawn">Firstnight needs to know which column is which.</Notice>
          )}
          {result && (file.status === "saved" ? <Saved result={result} /> : <Checked result={result} />)}
          <Buttons file={file} />
        </section>
        {result && result.refused.length > 0 && (
          <Refused groups={result.refused} isSaved={file.status === "saved"} />
        )}
      </div>
    </StaffShell>
  );
}

const number = (count: number) => count.toLocaleString("en-US");

function Checked({ result }: { result: FileResult }) {
  const { rows, patients, fresh, changed, unchanged, skipped, refused } = result;
  const bad = refused.reduce((sum, { count }) => sum + count, 0);
  const saving = fresh + changed;
  return (
    <>
      <Notice tone={saving === 0 ? (bad > 0 ? "bad" : "plain") : bad > 0 ? "warn" : "good"}>
        {saving === 0
          ? unchanged > 0
            ? "All nights of this file are saved already."
            : "No night of this file can be saved."
          : `${plural(saving, "night")} of ${plural(patients, "patient")} can be saved${bad > 0 ? "." : ", and no row has a problem."}`}
      </Notice>
      <ul className="import-plan">
        <li>{plural(rows, "row")} in the file.</li>
        {fresh > 0 && <li>{plural(fresh, "new night")}.</li>}
        {changed > 0 && <li>{plural(changed, "night")} replace the value of an earlier file.</li>}
        {unchanged > 0 && <li>{plural(unchanged, "night")} are saved already.</li>}
        {bad > 0 && <li>{plural(bad, "row has a problem", "rows have problems")} and won't be saved.</li>}
        {skipped > 0 && (
          <li>
            {plural(skipped, "row isn't a night, such as a total.", "rows aren't nights, such as a total.")}
          </li>
        )}
      </ul>
    </>
  );
}

function Saved({ result: { fresh, changed, unchanged, refused } }: { result: FileResult }) {
  const bad = refused.reduce((sum, { count }) => sum + count, 0);
  return (
    <Notice tone={bad > 0 ? "warn" : "good"}>
      {`${plural(fresh, "new night")}, ${number(changed)} changed, ${number(unchanged)} unchanged`}
      {bad > 0 && `; ${plural(bad, "row wasn't saved", "rows weren't saved")}`}.
    </Notice>
  );
}

function Buttons({ file: { id, status, result } }: { file: Shown }) {
  const saving = result ? result.fresh + result.changed : 0;
  if (status === "saved" || status === "failed") {
    return (
      <p className="buttons">
        {status === "saved" && <ButtonLink href="/nights">First 90 nights</ButtonLink>}
        <QuietLink href="/nights/import">Import another file</QuietLink>
      </p>
    );
  }
  return (
    <form method="post" className="buttons">
      {status === "checked" && saving > 0 && (
        <Button name="act" value="save">{`Save ${plural(saving, "night")}`}</Button>
      )}
      <ButtonLink href={`/nights/import/${id}/columns`} look={status === "columns" ? "main" : "quiet"}>
        {status === "columns" ? "Choose the columns" : "Change the columns"}
      </ButtonLink>
      <Button name="act" value="discard" look="quiet">
        Discard
      </Button>
    </form>
  );
}

interface RefusedProps {
  groups: NonNullable<Shown["result"]>["refused"];
  isSaved: boolean;
}

const Refused = ({ groups, isSaved }: RefusedProps) => (
  <>
    <h2>{isSaved ? "Not saved" : "Won't be saved"}</h2>
    <ul className="causes">
      {groups.map(({ cause, why, count, examples }) => (
        <li key={cause} className="stack">
          <p>
            <strong>{plural(count, "row")}:</strong> {why}
          </p>
          <Table
            caption={`Rows: ${why}`}
            rows={examples}
            rowKey={({ line }) => line}
            empty=""
            columns={[
              { head: "Line", align: "right", cell: ({ line }) => line },
              { head: "Patient ID", align: "id", cell: ({ patient }) => patient || "Empty" },
              { head: "In the file", cell: ({ value }) => value || "Empty" },
            ]}
          />
          {count > examples.length && (
            <p className="soft">The first {examples.length} of these rows are listed.</p>
          )}
        </li>
      ))}
    </ul>
  </>
);
