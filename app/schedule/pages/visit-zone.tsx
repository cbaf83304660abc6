import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { isQuerySession } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { chooseZone } from "~/orders/changes/choose-zone.server";
import { ButtonLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { checkPageToken } from "~/visits/page-token.server";
import { requirePatient } from "~/visits/require-patient";
import { pageToken } from "~/visits/visit-schema";
import { strings } from "../strings";

export const meta = () => [{ title: pageTitle(strings.where.title) }];

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["patient"]);

const Form = z.object({
  zone: z.string().max(40),
  to: z.enum(["/schedule", "/my-visit/move"]).catch("/schedule"),
  page_token: pageToken,
});

/** The answer to "Where will you be for this visit?". */
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: Form }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    if (!isQuerySession(patient)) {
      checkPageToken(app, patient, input.page_token, "changed");
      await chooseZone(app, patient, { zone: input.zone, browserZone: browserZone(args.request) });
    }
    return redirect(input.to, 303);
  });

/** Shown only if the answer was refused. The question itself is on the pages of times. */
export default function VisitZone() {
  return (
    <PatientShell signedIn>
      <h1>{strings.where.title}</h1>
      <Problem />
      <ButtonLink size="wide" href="/schedule">
        {strings.chooseTime}
      </ButtonLink>
    </PatientShell>
  );
}
