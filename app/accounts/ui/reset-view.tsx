import type { FormProblem } from "~/core/form-problem";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { accountStrings as words } from "../strings";

interface ResetViewProps {
  token: string | null;
  said: string | null;
  over: boolean;
  problem: FormProblem | undefined;
}

export function ResetView({ token, said, over, problem }: ResetViewProps) {
  return (
    <PatientShell width="card">
      <div className="panel">
        <h1>{words.resetTitle}</h1>
        {over && <Notice tone="bad">{words.resetLinkOver}</Notice>}
        {said && (
          <Notice tone="good" role="status">
            {said}
          </Notice>
        )}
        {token === null ? (
          <AskForLink problem={over ? undefined : problem} />
        ) : (
          <SetPassword {...{ token, problem }} />
        )}
      </div>
      <p>
        <a href="/login?as=staff">{words.backToLogin}</a>
      </p>
    </PatientShell>
  );
}

function AskForLink({ problem }: { problem: FormProblem | undefined }) {
  return (
    <form className="stack" method="post" action="/reset-password" noValidate>
      <p>{words.resetLead}</p>
      <Field
        name="email"
        label={words.resetEmail}
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        problem={problem}
      />
      <Button size="wide">{words.resetAsk}</Button>
      {problem && !problem.fields.email && <Notice tone="bad">{problem.message}</Notice>}
    </form>
  );
}

function SetPassword({ token, problem }: { token: string; problem: FormProblem | undefined }) {
  const inFields = problem?.fields.password || problem?.fields.confirm_password;
  return (
    <form className="stack" id="reset" method="post" action={`/reset-password/${token}`} noValidate>
      <Field
        name="password"
        label={words.newPassword}
        hint={words.newPasswordHint}
        type="password"
        autoComplete="new-password"
        maxLength={256}
        required
        problem={problem}
      />
      <Field
        name="confirm_password"
        label={words.confirmPassword}
        type="password"
        autoComplete="new-password"
        maxLength={256}
        required
        problem={problem}
      />
      <Button size="wide">{words.resetButton}</Button>
      <div id="said-reset">{problem && !inFields && <Notice tone="bad">{problem.message}</Notice>}</div>
    </form>
  );
}
