import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { rememberOrder, sessionsOf } from "~/http/access/session.server";
import { loadPage, submitForm } from "~/http/page.server";
import { hideFromReferrers } from "~/http/response/security-headers.server";
import type { RouteArgs } from "~/http/route-args.server";
import { Notice } from "~/ui/components/notice";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { acceptOffer, unknownOffer } from "../accept-offer.server";
import { declineOffer } from "../decline-offer.server";
import { AnswerOffer, OfferToken } from "../offer-schema";
import { stopOffers } from "../stop-offers.server";
import { offerStrings } from "../strings";
import { headingOfOffer, OfferView } from "../ui/offer-view";
import { findOfferPage } from "./find-offer-page.server";

export const handle = { scripts: ["date-time"] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? headingOfOffer(data) : offerStrings.heading.unknown) },
];

/** Opening the page changes nothing, because mail scanners open links. */
export async function loader(args: LoaderFunctionArgs) {
  hideFromReferrers(args);
  return loadPage(args, { allow: "anyone", input: OfferToken }, async ({ app, input }) => {
    const found = await findOfferPage(app, input.token);
    if (!found) throw unknownOffer();
    const { orderId, ...offer } = found;
    const isSignedIn = (await sessionsOf(args)).some(
      (one) => one.kind === "patient" && one.orderId === orderId,
    );
    await rememberOrder(args, orderId);
    return { ...offer, isSignedIn };
  });
}

export async function action(args: ActionFunctionArgs) {
  hideFromReferrers(args);
  await readAsPatient(args);
  return submitForm(args, { allow: "anyone", input: AnswerOffer }, async ({ app, who, input }) => {
    const { token, answer, sms_consent } = input;
    if (answer === "accept") await acceptOffer(app, token, who.address, sms_consent);
    else if (answer === "decline") await declineOffer(app, token, who.address);
    else await stopOffers(app, token, who.address);
    return redirect(`/offer/${encodeURIComponent(token)}`, 303);
  });
}

/** Makes refusals appear in the patient's language. */
async function readAsPatient(args: RouteArgs): Promise<void> {
  const found = await findOfferPage(args.context.app, args.params.token ?? "");
  if (found) await rememberOrder(args, found.orderId);
}

export default function Offer() {
  const offer = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <PatientShell>
      <h1>{headingOfOffer(offer)}</h1>
      {problem && offer.state === "open" && !problem.fields.sms_consent && (
        <Notice tone="bad">{problem.message}</Notice>
      )}
      <OfferView offer={offer} problem={problem} />
    </PatientShell>
  );
}
