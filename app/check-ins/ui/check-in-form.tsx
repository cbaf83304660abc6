import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { answers, troubles } from "../check-in-schema";
import type { CheckInPage } from "../find-check-in.server";
import { strings } from "../strings";
import { DeviceScreen } from "./device-screen";

/** Works without a script. */
export function CheckInForm({ page }: { page: CheckInPage }) {
  const problem = useProblem();
  const typed = problem?.typed;
  const chosen = typed ? typed.answer : page.answer;
  const named = typed ? (typed.troubles ?? "").split(",") : page.troubles;
  const [unanswered] = problem?.fields.answer ?? [];
  return (
    <PostForm className="stack" noValidate>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <p>{strings.lead}</p>
      <fieldset className="field" aria-describedby={unanswered && "answer-wrong"}>
        <legend className="label">{strings.how}</legend>
        {answers.map((answer) => (
          <label className="check" key={answer}>
            <input type="radio" name="answer" value={answer} defaultChecked={answer === chosen} required />
            <span>{strings.answers[answer]}</span>
          </label>
        ))}
        {unanswered && (
          <p className="wrong" id="answer-wrong">
            {unanswered}
          </p>
        )}
      </fieldset>
      <fieldset className="field" aria-describedby="troubles-hint">
        <legend className="label">{strings.what}</legend>
        <p className="hint" id="troubles-hint">
          {strings.whatHint}
        </p>
        {troubles.map((trouble) => (
          <label className="check" key={trouble}>
            <input type="checkbox" name="troubles" value={trouble} defaultChecked={named.includes(trouble)} />
            <span>{strings.troubles[trouble]}</span>
          </label>
        ))}
      </fieldset>
      {page.asksNumbers && (
        <fieldset className="field stack" aria-describedby="numbers-hint">
          <legend className="label">{strings.numbers}</legend>
          <p className="hint" id="numbers-hint">
            {strings.numbersHint}
          </p>
          {page.answer !== null && <p className="soft">{strings.keptNumbers}</p>}
          <DeviceScreen />
          <Field name="nights_used" label={strings.nightsUsed} inputMode="numeric" autoComplete="off" />
          <Field name="nights_counted" label={strings.nightsCounted} inputMode="numeric" autoComplete="off" />
          <Field
            name="hours"
            label={strings.hours}
            hint={strings.hoursHint}
            inputMode="text"
            autoComplete="off"
          />
        </fieldset>
      )}
      <Button size="wide">{strings.send}</Button>
      <p className="soft">{strings.emergency}</p>
    </PostForm>
  );
}
