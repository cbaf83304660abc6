import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { App } from "~/boot/app.server";
import { findCompany, listCompanyNames } from "~/company/company.server";
import { CompanyTabs } from "~/company/ui/company-tabs";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { inputOf, parse } from "~/http/request/input.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import type { RouteArgs } from "~/http/route-args.server";
import { findCompanyName, findKind, listKinds } from "~/kinds/kinds.server";
import { Button, QuietLink } from "~/ui/components/button";
import { Check, Choice, Field, TextField } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Tabs } from "~/ui/components/tabs";
import { StaffShell } from "~/ui/shells/staff-shell";
import { questionsFlash } from "../flash";
import { hasOptions, mostQuestions, type Question, type QuestionType, questionTypes } from "../question";
import {
  useDefaultQuestions as addDefaultQuestions,
  addQuestion,
  listQuestions,
  moveQuestionUp,
  removeQuestion,
  saveQuestion,
} from "../questions.server";
import { ChangeQuestions, QuestionForm, QuestionsQuery } from "../questions-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Questions before the visit – Firstnight" }];

const path = "/admin/company/questions";

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: QuestionsQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const wanted = input.kind === undefined ? null : await findKind(app.reads, input.kind);
    const company = wanted
      ? { id: wanted.company_id, name: await findCompanyName(app.reads, wanted.company_id) }
      : await findCompany(app.reads, input.company ?? names[0]);
    const kinds = await listKinds(app.reads, company.id);
    const kind = wanted ?? kinds.find(({ is_default }) => is_default === 1);
    if (!kind) throw new Refusal("missing", "This kind of visit doesn't exist.");
    return {
      names,
      company: company.name,
      kinds: kinds.map(({ id, name }) => ({ id, name })),
      kind: { id: kind.id, name: kind.name },
      questions: await listQuestions(app.reads, kind.id),
      toast: await takeFlash(args, questionsFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: ChangeQuestions }, async ({ app, who, input }) =>
    redirectWithFlash<typeof questionsFlash>(
      args,
      `${path}?kind=${input.kind}`,
      await change(args, app, who, input),
    ),
  );

type Change = ReturnType<typeof ChangeQuestions.parse>;

async function change(
  args: RouteArgs,
  app: App,
  who: Staff,
  input: Change,
): Promise<keyof typeof questionsFlash> {
  const { kind } = input;
  switch (input.change) {
    case "defaults":
      await addDefaultQuestions(app, who, kind);
      return "questions-added";
    case "add":
      await addQuestion(app, who, kind, parse(QuestionForm, await inputOf(args)));
      return "question-saved";
    case "save":
      await saveQuestion(
        app,
        who,
        { kindId: kind, id: input.question },
        parse(QuestionForm, await inputOf(args)),
      );
      return "question-saved";
    case "up":
      await moveQuestionUp(app, who, kind, input.question);
      return "question-saved";
    case "remove":
      await removeQuestion(app, who, kind, input.question);
      return "question-removed";
  }
}

const typeNames: Record<QuestionType, string> = {
  short: "Short text",
  long: "Long text",
  choice: "One choice",
  choices: "Several choices",
  "yes-no": "Yes or no",
  photo: "Photo",
};

export default function QuestionsPage() {
  const { names, company, kinds, kind, questions, toast } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const changed = problem && Number(problem.typed.question ?? 0);
  const mayAdd = questions.length < mostQuestions;
  const isShownInForm = problem?.typed.change === "add" ? mayAdd : questions.some(({ id }) => id === changed);
  const tabs = kinds.map(({ id, name }) => ({ href: `${path}?kind=${id}`, label: name }));
  return (
    <StaffShell
      title="Questions before the visit"
      subtitle={`What ${company}'s patients are asked after they book: ${kind.name}`}
      here="/admin/company"
      toast={toast}
      actions={<QuietLink href={`/admin/company?company=${encodeURIComponent(company)}`}>Company</QuietLink>}
    >
      <CompanyTabs names={names} current={company} path={path} />
      {tabs.length > 1 && <Tabs label="Kinds of visits" tabs={tabs} current={`${path}?kind=${kind.id}`} />}
      {problem && !isShownInForm && <Problem />}
      {questions.length === 0 && (
        <PostForm className="panel reading">
          <p>
            Patients of this kind of visit are asked nothing. The default questions are for a CPAP setup:
            device and mask, sleeping position, tight spaces, beard, glasses, outlet, a helper, and a photo of
            the box's label.
          </p>
          <input type="hidden" name="kind" value={kind.id} />
          <input type="hidden" name="change" value="defaults" />
          <FormButtons>Use the default questions</FormButtons>
        </PostForm>
      )}
      {questions.map((question, index) => (
        <details key={question.id} className="panel reading" open={changed === question.id}>
          <summary>
            {`${index + 1}. ${question.text}`}{" "}
            <span className="soft">{`${typeNames[question.type]}${question.required ? ", required" : ""}`}</span>
          </summary>
          <PostForm className="stack" problem={changed === question.id ? problem : null}>
            {changed === question.id && <Problem />}
            <input type="hidden" name="kind" value={kind.id} />
            <input type="hidden" name="question" value={question.id} />
            <input type="hidden" name="type" value={question.type} />
            <QuestionFields id={`q${question.id}`} question={question} />
            <p className="buttons">
              <Button name="change" value="save">
                Save question
              </Button>
              {index > 0 && (
                <Button look="quiet" name="change" value="up" formNoValidate>
                  Move up
                </Button>
              )}
              <Button look="danger" name="change" value="remove" formNoValidate>
                Remove question
              </Button>
            </p>
            <p className="soft">
              Answers that patients gave stay with their visits, with the question as it was asked.
            </p>
          </PostForm>
        </details>
      ))}
      {mayAdd && (
        <PostForm className="panel reading" problem={problem?.typed.change === "add" ? problem : null}>
          <h2>Add a question</h2>
          {problem?.typed.change === "add" && <Problem />}
          <input type="hidden" name="kind" value={kind.id} />
          <input type="hidden" name="change" value="add" />
          <Choice name="type" label="Type">
            {questionTypes.map((type) => (
              <option key={type} value={type}>
                {typeNames[type]}
              </option>
            ))}
          </Choice>
          <QuestionFields id="new" />
          <FormButtons>Add question</FormButtons>
        </PostForm>
      )}
    </StaffShell>
  );
}

function QuestionFields({ id, question }: { id: string; question?: Question }) {
  const takesOptions = question === undefined || hasOptions(question.type);
  return (
    <>
      <Field id={`${id}-text`} name="text" label="Question in English" value={question?.text} required />
      <Field
        id={`${id}-text-es`}
        name="text_es"
        label="Question in Spanish"
        value={question?.text_es}
        required
      />
      {takesOptions && (
        <div className="pair">
          <TextField
            id={`${id}-options`}
            name="options"
            label="Answers in English"
            hint="Only for choices. One a line."
            value={question?.options.join("\n")}
          />
          <TextField
            id={`${id}-options-es`}
            name="options_es"
            label="Answers in Spanish"
            hint="In the same order."
            value={question?.options_es.join("\n")}
          />
        </div>
      )}
      <input type="hidden" name="required" value="false" />
      <Check
        name="required"
        label="Required. Patients who haven't answered are reminded."
        defaultChecked={question?.required}
      />
    </>
  );
}
