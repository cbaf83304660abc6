import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { flag, recordId } from "~/core/fields";
import { around } from "~/core/language/strings";
import { loadPage, submitForm } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { strings as loginStrings } from "~/login/strings";
import { strings as scheduleStrings } from "~/schedule/strings";
import { Consent, UpdatesChoice } from "~/schedule/ui/consent";
import { TooLate } from "~/schedule/ui/move-or-cancel";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { requirePatient } from "~/visits/require-patient";
import { IdempotencyKey, pageToken, updates } from "~/visits/visit-schema";
import { strings } from "../strings";
import { bookMySeat, moveToSeat } from "../take-seat.server";
import { ClassLines } from "../ui/class-lines";
import { findClassChoices } from "./find-class-choices.server";

export const handle = { scripts: ["date-time"] };
export const meta = () => [{ title: pageTitle(strings.title) }];

const Query = z.object({ id: recordId });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"], input: Query }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    const { classes, ...choices } = await findClassChoices(app, patient, {
      browserZone: browserZone(args.request),
    });
    const chosen = classes.find(({ session }) => session.id === input.id) ?? null;
    return { ...choices, chosen, idempotencyKey: randomUUID() };
  });

const Form = z.object({
  id: recordId,
  act: z.enum(["book", "move"]),
  sms_consent: flag.catch(false),
  updates,
  idempotency_key: IdempotencyKey.optional(),
  page_token: pageToken,
});

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: Form }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    const { id: classId, act, ...choice } = input;
    const zone = browserZone(args.request);
    if (act === "move") {
      await moveToSeat(app, patient, { classId, page_token: choice.page_token }, zone);
      return redirectWithFlash<typeof scheduleStrings.flash>(args, "/my-visit", "moved");
    }
    await bookMySeat(app, patient, { classId, ...choice }, zone);
    return redirectWithFlash<typeof loginStrings.flash>(args, "/", "booked");
  });

export default function TakeSeat() {
  const { mine, mayChoose, chosen, idempotencyKey } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const isMove = mine.visit !== null;
  if (!chosen) {
    return (
      <PatientShell signedIn>
        <h1>{isMove ? strings.moveTitle : strings.title}</h1>
        {mayChoose ? (
          <Notice tone="bad">{problem?.message ?? strings.gone}</Notice>
        ) : (
          isMove && <TooLate hours={mine.changeHours} />
        )}
        <ButtonLink size="wide" href={mayChoose ? "/schedule/classes" : "/my-visit"}>
          {mayChoose ? strings.otherClasses : scheduleStrings.cancelNo}
        </ButtonLink>
      </PatientShell>
    );
  }
  const { session, zone } = chosen;
  const { booking } = scheduleStrings;
  const [before, after] = around(isMove ? booking.confirmMove : booking.confirm, "when", {
    therapist: session.therapist,
  });
  const hasOwnPlace = problem?.fields.sms_consent !== undefined || problem?.fields.updates !== undefined;
  return (
    <PatientShell signedIn>
      <h1>
        {before}
        <DateTime at={session.start_at} zone={zone} format={isMove ? "when" : "full-time-first"} fixed />
        {after}
      </h1>
      {problem && !hasOwnPlace && <Notice tone="bad">{problem.message}</Notice>}
      <section className="panel">
        <ClassLines session={session} />
      </section>
      {isMove && <p>{strings.moveNext}</p>}
      <form method="post" className="stack">
        <input type="hidden" name="act" value={isMove ? "move" : "book"} />
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <input type="hidden" name="page_token" value={mine.pageToken} />
        {!isMove && mine.order?.areTextsOptional && <UpdatesChoice order={mine.order} problem={problem} />}
        {problem?.fields.sms_consent && <Notice tone="bad">{problem.message}</Notice>}
        {!isMove && <Consent order={mine.order} problem={problem} />}
        <Button size="wide">{isMove ? scheduleStrings.moveButton : scheduleStrings.confirmButton}</Button>
        <ButtonLink look="quiet" size="wide" href="/schedule/classes">
          {scheduleStrings.cancelButton}
        </ButtonLink>
      </form>
    </PatientShell>
  );
}
