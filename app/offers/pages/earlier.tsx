import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { localDate } from "~/core/time";
import { loadPage, submitForm } from "~/http/page.server";
import { inputOf, parse } from "~/http/request/input.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { strings as scheduleStrings } from "~/schedule/strings";
import { Notice } from "~/ui/components/notice";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { isReachable } from "~/visits/notices/choose-channel.server";
import { checkPageToken, pageTokenOf } from "~/visits/page-token.server";
import { mayStillChange } from "~/visits/patient-may-change.server";
import { requirePatient } from "~/visits/require-patient";
import { findActiveVisit } from "~/visits/visits.server";
import { StopWish, WishForm } from "../offer-schema";
import { offerStrings } from "../strings";
import { EarlierForm, StopForm } from "../ui/earlier-form";
import { removeWish, requireWish, saveWish } from "../wishes.server";

export const meta = () => [{ title: pageTitle(offerStrings.wish.title) }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"] }, async ({ app, who }) => {
    const patient = requirePatient(who);
    const visit = await findActiveVisit(app.reads, patient.orderId);
    return {
      changeFrom: visit && mayStillChange(app, visit) ? localDate(app.clock.now(), visit.patient_zone) : null,
      wish: await requireWish(app.reads, patient.orderId),
      reachable: await isReachable(app, patient.orderId),
      pageToken: pageTokenOf(app, patient),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: StopWish }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    checkPageToken(app, patient, input.page_token, "changed");
    if (input.stop) await removeWish(app, patient, patient.orderId);
    else await saveWish(app, patient, patient.orderId, parse(WishForm, await inputOf(args)));
    return redirectWithFlash<typeof scheduleStrings.flash>(
      args,
      "/my-visit",
      input.stop ? "earlier-off" : (await isReachable(app, patient.orderId)) ? "earlier-on" : "earlier-saved",
    );
  });

export default function EarlierTime() {
  const { wish, changeFrom, reachable, pageToken } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <PatientShell signedIn>
      <h1>{offerStrings.wish.title}</h1>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      {!reachable && <Notice tone="dawn">{offerStrings.wish.noMessages}</Notice>}
      <EarlierForm wish={wish} pageToken={pageToken} problem={problem} changeFrom={changeFrom} />
      {wish.wanted && <StopForm pageToken={pageToken} />}
      <p>
        <a className="tall" href="/my-visit">
          {offerStrings.wish.back}
        </a>
      </p>
    </PatientShell>
  );
}
