import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { databaseFlash } from "../flash";
import { fieldName } from "../import/choose-columns";
import { correctRow, findImportRow } from "../import/correct-row.server";
import { CorrectRow, OneImportRow } from "../import/import-schema";
import { requiredColumns } from "../order-row";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Correct a line – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneImportRow }, async ({ app, input }) => {
    const { mapping, ...row } = await findImportRow(app, input.id, input.line);
    return { ...input, ...row };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: CorrectRow }, async ({ app, who, input }) => {
    await correctRow(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(args, `/admin/import/${input.id}`, "import-row-saved");
  });

export default function CorrectLine() {
  const { id, line, name, isEnded, isReadable, fields, problems } = useLoaderData<typeof loader>();
  const isRefused = useProblem() !== undefined;
  const back = `/admin/import/${id}`;
  return (
    <StaffShell title={`Correct line ${line}`} here="/admin/import">
      <PostForm className="panel">
        <p>From {name}. Correct the values, then save the order.</p>
        <Problem />
        {!isRefused &&
          problems.map(({ field, error }) => (
            <Notice key={field} tone="warn">{`${fieldName(field)}: ${error}`}</Notice>
          ))}
        {isEnded && isReadable ? (
          <>
            <div className="pair">
              {fields.map(({ field, value }) => (
                <Field
                  key={field}
                  name={field}
                  label={fieldName(field)}
                  value={value}
                  maxLength={1000}
                  required={(requiredColumns as readonly string[]).includes(field)}
                />
              ))}
            </div>
            <FormButtons back={back}>Save the order</FormButtons>
          </>
        ) : (
          <p>
            {isEnded ? "Correct this line in the file, then upload it again. " : "Import the file first. "}
            <a href={back}>Back to the import</a>
          </p>
        )}
      </PostForm>
    </StaffShell>
  );
}
