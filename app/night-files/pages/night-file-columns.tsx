import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { Button } from "~/ui/components/button";
import { Choice } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { ChooseNightColumns, fieldNames, ShowNightColumns } from "../columns";
import { chooseNightColumns } from "../night-files.server";
import { findNightColumns } from "./find-night-columns.server";

export const handle = { look: "staff", scripts: ["import-columns"] };
export const meta = () => [{ title: "Choose the columns – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowNightColumns }, ({ app, input }) =>
    findNightColumns(app, input),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: ChooseNightColumns }, async ({ app, input }) => {
    await chooseNightColumns(app, input);
    return redirect(`/nights/import/${input.id}`, 303);
  });

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

const inFile = (values: readonly string[]) => (values.length > 0 ? values.join(" · ") : "No values");

export default function NightFileColumns() {
  const page = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Choose the columns" here="/nights">
      <form className="panel import-header">
        <Choice
          name="header_line"
          label="Line of the column names"
          hint="Lines above it aren't read."
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
      <PostForm className="panel" key={page.headerLine}>
        <p>
          Check which column of {page.name} is which.{" "}
          {page.isRemembered
            ? "These are the columns that were chosen for the last file like this one."
            : "Choose the minutes or the hours. The next file with the same column names uses the same choice."}
        </p>
        <Problem />
        <input type="hidden" name="header_line" value={page.headerLine} />
        <div className="pair">
          {fieldNames.map((field) => (
            <ColumnChoice key={field} field={field} page={page} />
          ))}
          <Choice
            name="database"
            label="Database of all patients"
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
        </div>
        <FormButtons back={`/nights/import/${page.id}`}>Check the file</FormButtons>
      </PostForm>
    </StaffShell>
  );
}

function ColumnChoice({ field, page }: { field: (typeof fieldNames)[number]; page: Page }) {
  const { name, column } = page.fields[field];
  const chosen = page.columns.find(({ index }) => index === column);
  return (
    <Choice
      name={field}
      label={name}
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
