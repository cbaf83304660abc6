import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { OnDashboard } from "~/dashboard/dashboard-schema";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { loadPage, submitForm } from "~/http/page.server";
import { setFlash } from "~/http/response/flash.server";
import { generateCode } from "~/orders/access/generate-code.server";
import { GenerateCode } from "~/orders/order-schema";
import { DatabaseField } from "~/orders/ui/database-field";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { listFilterChoices } from "../filter-choices.server";
import { strings } from "../strings";
import { listHref } from "../ui/lists/list-href";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${strings.manualAdd} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: OnDashboard }, async ({ app, input }) => ({
    filters: input,
    databases: (await listFilterChoices(app.reads)).databases,
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: GenerateCode }, async ({ app, who, input }) => {
    await generateCode(app, who, input);
    setFlash(args, "code-sent");
    const { search } = new URL(args.request.url);
    return redirect(`${boardHref}/codes${search}`, 303);
  });

export default function NewCode() {
  const { filters, databases } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const here = listHref(`${boardHref}/codes/new`, { ...filters });
  return (
    <BoardPopup title={strings.manualAdd} filters={filters}>
      <form method="post" action={here} className="stack" data-in-place="" data-failed={strings.sendFault}>
        {problem && <Notice tone="bad">{problem.message || strings.sendFailed}</Notice>}
        <Field name="email" label={strings.manualEmail} type="email" autoComplete="off" problem={problem} />
        <Field
          name="phone"
          label={strings.manualPhone}
          type="tel"
          autoComplete="off"
          maxLength={40}
          problem={problem}
        />
        <Field
          name="patient_id"
          label={strings.manualPatient}
          inputMode="numeric"
          maxLength={15}
          problem={problem}
        />
        <Field
          name="sales_order_no"
          label={strings.manualOrder}
          inputMode="numeric"
          maxLength={40}
          problem={problem}
        />
        <DatabaseField label={strings.manualDb} databases={databases} value={filters.db} problem={problem} />
        <p className="buttons">
          <Button>{strings.submit}</Button>
          <ButtonLink href={listHref(`${boardHref}/codes`, { ...filters })} look="quiet" data-opens="">
            {strings.cancel}
          </ButtonLink>
        </p>
      </form>
    </BoardPopup>
  );
}
