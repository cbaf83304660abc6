import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { findOfferChoice } from "~/offers/find-offer-choice.server";
import { listOfferable } from "~/offers/list-offerable.server";
import { offerTime } from "~/offers/offer-by-hand.server";
import { describeOffered, type OfferResult } from "~/offers/offer-result.server";
import { OfferForm as OfferInput } from "~/offers/offer-schema";
import { staffStrings } from "~/offers/staff-strings";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../board/tiles";
import { listNames } from "../offers/load-offers.server";
import { offersHref, ShowOfferForm } from "../offers/offers-query";
import { ChooseTime } from "../ui/offers/choose-time";
import { OfferForm } from "../ui/offers/offer-form";
import { OfferResultNotice } from "../ui/offers/offer-result";
import { OffersOff } from "../ui/offers/offers-off";

export const handle = { look: "staff", scripts: ["date-time", "sheet"] };
export const meta = () => [{ title: `${staffStrings.offer} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowOfferForm }, async ({ app, who, input }) => {
    const { therapist, start, date } = input;
    const choice =
      therapist && start ? await findOfferChoice(app, { therapistId: therapist, start }) : undefined;
    return {
      query: input,
      choice: choice ?? null,
      isGone: choice === null,
      therapists: choice ? [] : await listNames(app, who),
      openings: therapist && !choice ? await listOfferable(app, therapist, date) : null,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: OfferInput }, async ({ app, who, input }) => {
    const { therapist: therapistId, start, order } = input;
    const offered = await offerTime(app, who, { therapistId, start }, order);
    return json({ result: await describeOffered(app.reads, offered) });
  });

export default function OfferNew() {
  const { query, choice, isGone, therapists, openings } = useLoaderData<typeof loader>();
  const result = useActionData<{ result?: OfferResult }>()?.result as OfferResult | undefined;
  const time = choice?.time;
  return (
    <StaffShell title={staffStrings.offer} here={boardHref}>
      {result && <OfferResultNotice result={result} />}
      {isGone && <Notice tone="warn">This time is no longer open. Choose another time.</Notice>}
      {choice && time ? (
        <>
          <h2>
            <DateTime at={time.start} zone={time.timezone} format="full" /> with {time.name}
          </h2>
          <OffersOff companies={choice.off} />
          <p className="soft">
            Each patient gets a text or an email with a link. The first patient to accept gets the time.
            Patients keep their current visit until then.
          </p>
          <OfferForm choice={choice} back={offersHref({ tab: "times" })} />
        </>
      ) : (
        <ChooseTime {...{ therapists, openings }} therapist={query.therapist} date={query.date} />
      )}
    </StaffShell>
  );
}
