import type { FormProblem } from "~/core/form-problem";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { strings } from "../strings";

export function PatientForm({ hidden, problem }: { hidden: boolean; problem: FormProblem | undefined }) {
  const typedFact = problem?.typed.phone_last4 || problem?.typed.dob;
  const needsFact = problem?.extra.need !== undefined || Boolean(typedFact);
  return (
    <section id="panel-patient" className="stack" aria-labelledby="title-patient" hidden={hidden}>
      <h1 id="title-patient">{strings.patientTitle}</h1>
      <p>{strings.description}</p>
      <PostForm className="stack" action="/login" noValidate problem={problem ?? null}>
        <div className="field">
          <label htmlFor="code" id="code-label">
            {strings.code}
          </label>
          <p className="hint" id="code-hint">
            {strings.codeHint}
          </p>
          <div className="code" id="code-place">
            <input
              className="input code-plain"
              id="code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              defaultValue={String(problem?.extra.code ?? "")}
              aria-describedby="code-hint"
              aria-invalid={problem?.fields.code ? true : undefined}
            />
          </div>
        </div>
        <div className="stack" id="fact" hidden={!needsFact}>
          <Field
            name="phone_last4"
            label={strings.phoneLast4}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
          />
          <details open={Boolean(problem?.typed.dob)}>
            <summary>{strings.noPhone}</summary>
            <Field name="dob" label={strings.dob} hint={strings.dobHint} autoComplete="bday" maxLength={20} />
          </details>
        </div>
        <Button size="wide">{strings.login}</Button>
        <div id="result-patient">
          {problem && <Notice tone={problem.extra.need ? "plain" : "bad"}>{problem.message}</Notice>}
        </div>
      </PostForm>
      <PostForm className="stack" action="/login" id="new-link" hidden={!problem?.extra.old_code}>
        <input type="hidden" name="old_code" defaultValue={String(problem?.extra.old_code ?? "")} />
        <Button look="quiet" size="wide">
          {strings.newLink}
        </Button>
      </PostForm>
    </section>
  );
}
