import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { fill } from "~/core/language/strings";
import { formatWhen, iso } from "~/core/time";
import { loadPage, submitForm } from "~/http/page.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { requirePatient } from "~/visits/require-patient";
import { CancelMyVisit as Form } from "~/visits/visit-schema";
import { findMyVisit } from "../find-my-visit.server";
import { strings } from "../strings";
import { TooLate } from "../ui/move-or-cancel";
import { VisitCard } from "../ui/visit-card";
import { NoVisitToChange } from "../ui/visit-lines";

const reasons = ["patient_request", "equipment_not_arrived", "other"] as const;

export const handle = { scripts: ["date-time"] };
export const meta = () => [{ title: pageTitle(strings.cancelPageTitle) }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"], input: z.object({}) }, ({ app, who }) =>
    findMyVisit(app, requirePatient(who)),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: Form }, async ({ app, who, input }) => {
    await cancelMyVisit(app, requirePatient(who), input);
    return redirect("/my-visit", 303);
  });

export default function CancelMyVisit() {
  const { visit, order, mayChange, changeHours, pageToken } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  if (!visit) return <NoVisitToChange title={strings.cancelTitle} problem={problem} />;
  return (
    <PatientShell signedIn>
      <h1>{strings.cancelTitle}</h1>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <VisitCard visit={visit} patient={order?.patient ?? null} brief />
      {mayChange ? (
        <form method="post" className="stack">
          <input type="hidden" name="datetime" value={iso(visit.start_at)} />
          <input type="hidden" name="page_token" value={pageToken} />
          <p>{strings.cancelLead}</p>
          <CancelReason chosen={problem?.typed.reason} />
          <Button look="danger" size="wide">
            {fill(strings.cancelYes, { when: formatWhen(visit.start_at, visit.patient_zone) })}
          </Button>
          <ButtonLink look="quiet" size="wide" href="/my-visit">
            {strings.cancelNo}
          </ButtonLink>
        </form>
      ) : (
        <>
          {!problem && <TooLate hours={changeHours} />}
          <ButtonLink size="wide" href="/my-visit">
            {strings.cancelNo}
          </ButtonLink>
        </>
      )}
    </PatientShell>
  );
}

function CancelReason({ chosen }: { chosen: string | undefined }) {
  return (
    <fieldset className="plain-choices">
      <legend>{strings.cancelReason.title}</legend>
      {reasons.map((reason) => (
        <label key={reason} className="check">
          <input type="radio" name="reason" value={reason} defaultChecked={chosen === reason} />
          <span>{strings.cancelReason[reason]}</span>
        </label>
      ))}
    </fieldset>
  );
}
