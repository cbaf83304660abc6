import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { OnDashboard } from "~/dashboard/dashboard-schema";
import { strings } from "~/dashboard/strings";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import type { codeFlash } from "../../flash";
import { GenerateCode } from "../../order-schema";
import { listDatabaseNames } from "../../order-system/databases.server";
import { DatabaseField } from "../../ui/database-field";
import { codeSentBy } from "../describe-sent-code.server";
import { generateCode } from "../generate-code.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${strings.manualAdd} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: OnDashboard }, async ({ app, input }) => ({
    filters: input,
    databases: await listDatabaseNames(app.reads),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: GenerateCode }, async ({ app, who, input }) => {
    const since = app.clock.now();
    const code = await generateCode(app, who, input);
    const { search, searchParams } = new URL(args.request.url);
    const sentBy = await codeSentBy(app, { ...code, since });
    if (sentBy) {
      return redirectWithFlash<typeof codeFlash>(args, `${boardHref}/codes${search}`, ["code-sent", sentBy]);
    }
    searchParams.set("unsent", String(code.id));
    return redirect(`${boardHref}/codes?${searchParams}`, 303);
  });

export default function NewCode() {
  const { filters, databases } = useLoaderData<typeof loader>();
  const problem = useProblem();
  return (
    <BoardPopup title={strings.manualAdd} filters={filters}>
      <PostForm
        action={listHref(`${boardHref}/codes/new`, filters)}
        className="stack"
        data-in-place=""
        data-failed="❌ Error sending code"
      >
        {problem && <Notice tone="bad">{problem.message || "Failed to send code"}</Notice>}
        <Field name="email" label="Patient Email" type="email" autoComplete="off" />
        <Field name="phone" label="Phone (10 digits)" type="tel" autoComplete="off" maxLength={40} />
        <Field name="patient_id" label="Patient ID" inputMode="numeric" maxLength={15} />
        <Field name="sales_order_no" label="Sales Order #" inputMode="numeric" maxLength={40} />
        <DatabaseField label="Brightree DB" databases={databases} value={filters.db} />
        <p className="buttons">
          <Button>Submit</Button>
          <ButtonLink href={listHref(`${boardHref}/codes`, filters)} look="quiet" data-opens="">
            Cancel
          </ButtonLink>
        </p>
      </PostForm>
    </BoardPopup>
  );
}
