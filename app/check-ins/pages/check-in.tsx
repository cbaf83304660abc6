import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import { formatDay } from "~/core/time";
import { rememberOrder } from "~/http/access/session.server";
import { loadPage, submitForm } from "~/http/page.server";
import { hideFromReferrers } from "~/http/response/security-headers.server";
import type { RouteArgs } from "~/http/route-args.server";
import { holderOf } from "~/offers/accept-offer.server";
import { CompanyPhone } from "~/ui/company-phone";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { answerCheckIn } from "../answer-check-in.server";
import { stepOfToken } from "../check-in-link.server";
import { AnswerCheckIn, CheckInToken } from "../check-in-schema";
import { findCheckInPage } from "../find-check-in.server";
import { strings } from "../strings";
import { CheckInForm } from "../ui/check-in-form";

export const meta: MetaFunction<typeof loader> = () => [{ title: pageTitle(strings.title) }];

const Query = CheckInToken.extend({ again: z.string().optional() });

const unknownCheckIn = () => new Refusal("missing", strings.unknown);

/** Opening the page changes nothing, because mail scanners open links. It shows no name and no saved number. */
export async function loader(args: LoaderFunctionArgs) {
  hideFromReferrers(args);
  return loadPage(args, { allow: "anyone", input: Query }, async ({ app, input }) => {
    const found = await findCheckInPage(app, input.token);
    if (!found) throw unknownCheckIn();
    const { orderId, ...page } = found;
    await rememberOrder(args, orderId);
    return { page, again: input.again !== undefined };
  });
}

export async function action(args: ActionFunctionArgs) {
  hideFromReferrers(args);
  const found = await findAsPatient(args);
  return submitForm(args, { allow: "anyone", input: AnswerCheckIn }, async ({ app, who, input }) => {
    const { token, ...answer } = input;
    const step = stepOfToken(app, token);
    if (!found || step === null) throw unknownCheckIn();
    await answerCheckIn(app, holderOf(found.orderId, who.address), step, answer);
    return redirect(`/check-in/${encodeURIComponent(token)}`, 303);
  });
}

/** Makes refusals appear in the patient's language. */
async function findAsPatient(args: RouteArgs) {
  const found = await findCheckInPage(args.context.app, args.params.token ?? "");
  if (found) await rememberOrder(args, found.orderId);
  return found;
}

export default function CheckIn() {
  const { page, again } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const { answer, isEnded } = page;
  const isAnswered = answer !== null && !again && !problem;
  return (
    <PatientShell>
      <h1>{isAnswered && !isEnded ? strings.thanks.title : strings.title}</h1>
      <div className="panel">
        {isEnded ? (
          <p>
            {`${strings.ended} `}
            <CompanyPhone />.
          </p>
        ) : isAnswered ? (
          <>
            <p role="status">
              {`${strings.thanks[answer]} `}
              <CompanyPhone />.
            </p>
            {page.nextAt !== null && <p>{fill(strings.again, { day: formatDay(page.nextAt, page.zone) })}</p>}
            <p className="soft">{strings.emergency}</p>
            <p>
              <a className="tall" href="?again=1">
                {strings.change}
              </a>
            </p>
          </>
        ) : (
          <CheckInForm page={page} />
        )}
      </div>
    </PatientShell>
  );
}
