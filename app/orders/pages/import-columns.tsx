import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { loadPage, submitForm } from "~/http/page.server";
import { Button } from "~/ui/components/button";
import { Check, Choice } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { chooseColumns } from "../import/change-import.server";
import { ChooseColumns } from "../import/choose-columns";
import { findColumnsPage } from "../import/columns-page.server";
import { ShowColumns } from "../import/import-schema";

export const handle = { look: "staff", scripts: ["import-columns"] };
export const meta = () => [{ title: "Choose the columns – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: ShowColumns }, ({ app, input }) =>
    findColumnsPage(app, input.id, input.header_line),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: ChooseColumns }, async ({ app, who, input }) => {
    await chooseColumns(app, who, input);
    return redirect(`/admin/import/${input.id}`, 303);
  });

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

export default function ImportColumns() {
  const page = useLoaderData<typeof loader>();
  const required = page.fields.filter(({ isRequired }) => isRequired);
  const database = required.filter(({ field }) => field === "brightree_db");
  const keys = required.filter(({ field }) => field !== "brightree_db");
  // An office without an order system has one database, and no column for it.
  const hasOnlyDatabase =
    page.databases.length === 1 && page.database !== null && database.every(({ column }) => column === null);
  const optional = page.fields.filter(({ isRequired }) => !isRequired);
  return (
    <StaffShell title="Choose the columns" here="/admin/import">
      <HeaderLine page={page} />
      <PostForm className="panel" key={page.headerLine}>
        <p>
          Check which column of {page.name} goes where.{" "}
          {page.isRemembered
            ? "These are the columns that you chose for the last file like this one."
            : "Firstnight proposes columns by their names and values."}
        </p>
        <Problem />
        <input type="hidden" name="header_line" value={page.headerLine} />
        <h2>Required</h2>
        <FoldIf isFolded={hasOnlyDatabase} summary={`Database: ${page.database}`}>
          {database.map((field) => (
            <ColumnChoice key={field.field} field={field} page={page} />
          ))}
          <Database page={page} />
        </FoldIf>
        <div className="pair">
          {keys.map((field) => (
            <ColumnChoice key={field.field} field={field} page={page} />
          ))}
        </div>
        <Check
          name="make_numbers"
          label="Some patients or orders have no number in this file. Make one from the chart number, or from the name with the date of birth, phone, or email. The next file with the same patient then changes the same order."
          defaultChecked={page.makesNumbers}
        />
        <h2>Optional</h2>
        <div className="pair">
          {optional.map((field) => (
            <ColumnChoice key={field.field} field={field} page={page} />
          ))}
        </div>
        {page.unused.length > 0 && <Unused columns={page.unused} />}
        {page.namesAreSingleCase && (
          <Check
            name="in_title_case"
            label="Names are all in capitals or all in small letters. Write them like Maria Alvarez."
            defaultChecked={page.inTitleCase}
          />
        )}
        <FormButtons back="/admin/import">Check the file</FormButtons>
      </PostForm>
    </StaffShell>
  );
}

function FoldIf({
  isFolded,
  summary,
  children,
}: {
  isFolded: boolean;
  summary: string;
  children: ReactNode;
}) {
  const fields = <div className="pair">{children}</div>;
  if (!isFolded) return fields;
  return (
    <details className="more">
      <summary>{summary}</summary>
      {fields}
    </details>
  );
}

function HeaderLine({ page }: { page: Page }) {
  return (
    <form className="panel import-header">
      <Choice
        name="header_line"
        label="Line of the column names"
        hint="Lines above it aren't imported."
        value={String(page.headerLine)}
      >
        {page.lines.map(({ line, text }) => (
          <option key={line} value={line}>
            {`${line}: ${text}`}
          </option>
        ))}
      </Choice>
      <Button look="quiet">Use this line</Button>
    </form>
  );
}

/** The columns without a field, each with the reason, and a box that keeps it as a note. */
function Unused({ columns }: { columns: Page["unused"] }) {
  return (
    <fieldset className="stack">
      <legend className="label">Not imported</legend>
      <p className="soft">
        Select a column to keep its values as a note on each order. Patients never see notes.
      </p>
      <div className="pair">
        {columns.map(({ index, name, otherwise, isKept }) => (
          <Check
            key={index}
            name="note_columns"
            value={index}
            defaultChecked={isKept}
            label={
              <>
                {name}
                <span className="soft under">
                  {otherwise
                    ? `Another column is chosen for ${otherwise}.`
                    : "Firstnight has no field for it."}
                </span>
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const inFile = (values: readonly string[]) => (values.length > 0 ? values.join(" · ") : "No values");

function ColumnChoice({ field, page }: { field: Page["fields"][number]; page: Page }) {
  const { column, isRequired, isGuessed, name } = field;
  const chosen = page.columns.find(({ index }) => index === column);
  return (
    <Choice
      name={field.field}
      label={
        <>
          {name}
          {isRequired && (
            <span className="soft">
              {field.field === "brightree_db" ? " (required)" : " (required, unless numbers are made)"}
            </span>
          )}
          {field.field === "second_phone" && <span className="soft"> (used if Phone is empty)</span>}
          {isGuessed && <span className="soft"> (by its values)</span>}
        </>
      }
      hint={<span className="sample-values">{chosen ? inFile(chosen.values) : "Not in the file"}</span>}
      value={column === null ? "" : String(column)}
    >
      <option value="" data-values="Not in the file">
        –
      </option>
      {page.columns.map(({ index, name: head, values }) => (
        <option key={index} value={index} data-values={inFile(values)}>
          {head}
        </option>
      ))}
    </Choice>
  );
}

/** For files without a column of databases. */
function Database({ page }: { page: Page }) {
  return (
    <Choice
      name="database"
      label="Database for all orders"
      hint="Only if the file has no database column."
      value={page.database ?? ""}
    >
      <option value="">–</option>
      {page.databases.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
