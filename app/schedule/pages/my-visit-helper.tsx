import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { App } from "~/boot/app.server";
import type { Patient } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { inputOf, parse } from "~/http/request/input.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { addHelper } from "~/orders/helper/add-helper.server";
import { refuseHelper } from "~/orders/helper/find-helper.server";
import { AddHelper, RemoveHelper } from "~/orders/helper/helper-schema";
import { findHelperView } from "~/orders/helper/helper-view.server";
import { removeHelper } from "~/orders/helper/remove-helper.server";
import { wasHelperTold } from "~/orders/helper/was-helper-told.server";
import { Notice } from "~/ui/components/notice";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { checkPageToken, pageTokenOf } from "~/visits/page-token.server";
import { requirePatient } from "~/visits/require-patient";
import { pageToken } from "~/visits/visit-schema";
import { strings } from "../strings";
import { HelperForm, NamedHelper } from "../ui/helper-form";

export const meta = () => [{ title: pageTitle(strings.helper.title) }];

const Form = RemoveHelper.extend({ page_token: pageToken });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"] }, async ({ app, who }) => {
    refuseHelper(who);
    const patient = requirePatient(who);
    return {
      helper: await findHelperView(app.reads, patient.orderId),
      pageToken: pageTokenOf(app, patient),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: Form }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    checkPageToken(app, patient, input.page_token, "changed");
    if (input.remove) await removeHelper(app, patient, patient.orderId);
    const notice = input.remove
      ? "helper-removed"
      : await add(app, patient, parse(AddHelper, await inputOf(args)));
    return redirectWithFlash<typeof strings.flash>(args, "/my-visit", notice);
  });

async function add(app: App, patient: Patient, helper: AddHelper): Promise<"helper-added" | "helper-unsent"> {
  const since = app.clock.now();
  await addHelper(app, patient, patient.orderId, helper);
  return (await wasHelperTold(app, helper, since)) ? "helper-added" : "helper-unsent";
}

export default function MyVisitHelper() {
  const { helper, pageToken: token } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <PatientShell signedIn>
      <h1>{strings.helper.title}</h1>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      {helper ? (
        <NamedHelper helper={helper} pageToken={token} />
      ) : (
        <HelperForm pageToken={token} problem={problem} />
      )}
      <p>
        <a className="tall" href="/my-visit">
          {strings.helper.back}
        </a>
      </p>
    </PatientShell>
  );
}
