import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { strings as scheduleStrings } from "~/schedule/strings";
import { Notice } from "~/ui/components/notice";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { checkPageToken, pageTokenOf } from "../../page-token.server";
import { requirePatient } from "../../require-patient";
import { pageToken } from "../../visit-schema";
import { findMyQuestionnaire, type GivenAnswer, saveAnswers } from "../answers.server";
import { strings } from "../strings";
import { QuestionsForm } from "../ui/questions-form";

export const handle = { scripts: ["questions"] };
export const meta = () => [{ title: pageTitle(strings.title) }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"] }, async ({ app, who }) => {
    const patient = requirePatient(who);
    return {
      page: await findMyQuestionnaire(app, app.reads, patient),
      pageToken: pageTokenOf(app, patient),
    };
  });

const Form = z.looseObject({ page_token: pageToken, remove: recordId.optional() });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: Form }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    checkPageToken(app, patient, input.page_token, "changed");
    const given = answersIn(input);
    if (input.remove !== undefined) given.set(input.remove, null);
    await saveAnswers(app, patient, given);
    return redirectWithFlash<typeof scheduleStrings.flash>(args, "/my-visit", "answers-saved");
  });

/** Reads the fields named `answer-ID`. A missing field, or a file field without a file, changes nothing. */
function answersIn(fields: Record<string, unknown>): Map<number, GivenAnswer> {
  const given = new Map<number, GivenAnswer>();
  for (const [name, value] of Object.entries(fields)) {
    const [, id] = /^answer-(\d{1,15})$/.exec(name) ?? [];
    if (id === undefined) continue;
    if (value instanceof Blob) {
      const isChosen = value.size > 0 || (value instanceof File && value.name !== "");
      if (isChosen) given.set(Number(id), value);
    } else {
      given.set(
        Number(id),
        [value].flat().filter((text) => typeof text === "string"),
      );
    }
  }
  return given;
}

export default function MyQuestions() {
  const { page, pageToken: token } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <PatientShell signedIn>
      <h1>{strings.title}</h1>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <div className="panel">
        {page ? (
          <QuestionsForm page={page} pageToken={token} problem={problem} />
        ) : (
          <p>{strings.noQuestions}</p>
        )}
      </div>
      <p>
        <a className="tall" href="/my-visit">
          {strings.back}
        </a>
      </p>
    </PatientShell>
  );
}
