import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { home } from "~/dashboard/board/tiles";
import { OnDashboard } from "~/dashboard/schema";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { read, submit } from "~/http/page.server";
import { leaveWord } from "~/http/response/flash.server";
import { generateCode } from "~/orders/access/generate-code.server";
import { GenerateCode } from "~/orders/schema";
import { DatabaseField } from "~/orders/ui/database-field";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { listPlaces } from "../filter-choices.server";
import { words } from "../strings";
import { addressOf } from "../ui/lists/list-href";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${words.manualAdd} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: OnDashboard }, async ({ app, who, input }) => ({
    staff: asStaff(who),
    place: input,
    databases: (await listPlaces(app.reads)).databases,
  }));
}

/** Makes a code for a patient and sends it. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: supervisors, input: GenerateCode }, async ({ app, who, input }) => {
    await generateCode(app, who, input);
    leaveWord(args, "code-sent");
    const { search } = new URL(args.request.url);
    return redirect(`${home}/codes${search}`, 303);
  });
}

export default function NewCode() {
  const { staff, place, databases } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const here = addressOf(`${home}/codes/new`, { ...place });
  return (
    <BoardPopup title={words.manualAdd} staff={staff} place={place}>
      <form method="post" action={here} className="stack" data-in-place="" data-failed={words.sendFault}>
        {problem && <Notice tone="bad">{problem.message || words.sendFailed}</Notice>}
        <Field name="email" label={words.manualEmail} type="email" autoComplete="off" problem={problem} />
        <Field
          name="phone"
          label={words.manualPhone}
          type="tel"
          autoComplete="off"
          maxLength={40}
          problem={problem}
        />
        <Field
          name="patient_id"
          label={words.manualPatient}
          inputMode="numeric"
          maxLength={15}
          problem={problem}
        />
        <Field
          name="sales_order_no"
          label={words.manualOrder}
          inputMode="numeric"
          maxLength={40}
          problem={problem}
        />
        <DatabaseField label={words.manualDb} databases={databases} value={place.db} problem={problem} />
        <p className="buttons">
          <Button>{words.submit}</Button>
          <ButtonLink href={addressOf(`${home}/codes`, { ...place })} look="quiet" data-opens="">
            {words.cancel}
          </ButtonLink>
        </p>
      </form>
    </BoardPopup>
  );
}
