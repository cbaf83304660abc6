import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { loadPage, submitForm } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { inputOf, parse } from "~/http/request/input.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Notice } from "~/ui/components/notice";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { checkPageToken } from "~/visits/page-token.server";
import { requirePatient } from "~/visits/require-patient";
import { StopWish, WaitForm as WaitInput } from "../offer-schema";
import { offerStrings } from "../strings";
import { WaitForm } from "../ui/wait-form";
import { WaitView } from "../ui/wait-view";
import { findWaitPage } from "../waits/find-wait-page.server";
import { endWait, saveWait } from "../waits/waits.server";

export const handle = { scripts: ["date-time"] };

const headingOf = ({ wait, isChanging }: { wait: { waiting: boolean }; isChanging: boolean }) =>
  wait.waiting && !isChanging ? offerStrings.wait.waitingTitle : offerStrings.wait.title;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? headingOf(data) : offerStrings.wait.title) },
];

const ShowWait = z.object({ change: z.literal("1").optional().catch(undefined) });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"], input: ShowWait }, async ({ app, who, input }) => ({
    ...(await findWaitPage(app, requirePatient(who), browserZone(args.request))),
    isChanging: input.change === "1",
    message: await takeFlash(args, offerStrings.wait.flash),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: StopWish }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    checkPageToken(app, patient, input.page_token, "changed");
    if (input.stop) await endWait(app, patient, patient.orderId);
    else {
      const wanted = parse(WaitInput, await inputOf(args));
      await saveWait(app, patient, patient.orderId, { ...wanted, browserZone: browserZone(args.request) });
    }
    return redirectWithFlash<typeof offerStrings.wait.flash>(
      args,
      "/my-wait",
      input.stop ? "wait-off" : "wait-on",
    );
  });

export default function MyWait() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const isForm = !page.wait.waiting || page.isChanging || problem !== undefined;
  const strings = offerStrings.wait;
  return (
    <PatientShell signedIn>
      {page.message && (
        <Notice tone="good" role="status">
          {page.message}
        </Notice>
      )}
      <h1>{headingOf(page)}</h1>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      {isForm ? <WaitForm page={page} problem={problem} /> : <WaitView page={page} />}
      {isForm && (
        <p>
          <a className="tall" href={page.wait.waiting ? "/my-wait" : "/schedule"}>
            {page.wait.waiting ? strings.backToWait : strings.back}
          </a>
        </p>
      )}
    </PatientShell>
  );
}
