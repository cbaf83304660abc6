import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { loadPage, submitForm } from "~/http/page.server";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { PatientName } from "~/visits/ui/patient";
import { findOfferChoice } from "../find-offer.server";
import { listOfferable } from "../list-offers.server";
import { offerTime } from "../offer-by-hand.server";
import { describeOffered, type OfferResult } from "../offer-result.server";
import { OfferForm as OfferInput } from "../offer-schema";
import { obstacleNames, staffStrings } from "../staff-strings";
import { ChooseTime } from "../ui/choose-time";
import { OfferForm } from "../ui/offer-form";
import { OffersOff } from "../ui/offers-off";
import { listNames } from "./load-offers.server";
import { offersHref, ShowOfferForm } from "./offers-query";

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
        <ChooseTime
          therapists={therapists}
          openings={openings}
          therapist={query.therapist}
          date={query.date}
        />
      )}
    </StaffShell>
  );
}

function OfferResultNotice({ result }: { result: OfferResult }) {
  const { sent, leftOut } = result;
  return (
    <Notice tone={sent > 0 ? "good" : "warn"} role="status">
      <p>{sent === 0 ? "No offer was sent." : `${plural(sent, "offer")} sent.`}</p>
      {sent > 0 && (
        <p>
          <a href={offersHref({ tab: "sent" })}>See offers sent</a>
        </p>
      )}
      {leftOut.length > 0 && (
        <>
          <p>No offers were sent to:</p>
          <ul>
            {leftOut.map(({ id, patientId, patientName, obstacle }) => (
              <li key={id}>
                {patientId} <PatientName name={patientName} />: {obstacleNames[obstacle]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
