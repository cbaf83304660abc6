import type { FormProblem } from "~/core/form-problem";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { accountStrings as strings } from "../strings";
import { NewPassword } from "./new-password";

interface ResetViewProps {
  token: string | null;
  message: string | null;
  isExpired: boolean;
  problem: FormProblem | undefined;
}

export function ResetView({ token, message, isExpired, problem }: ResetViewProps) {
  return (
    <PatientShell width="card">
      <div className="panel">
        <h1>{strings.resetTitle}</h1>
        {isExpired && <Notice tone="bad">{strings.resetLinkOver}</Notice>}
        {message && (
          <Notice tone="good" role="status">
            {message}
          </Notice>
        )}
        {token === null ? (
          <AskForLink problem={isExpired ? undefined : problem} />
        ) : (
          <SetPassword {...{ token, problem }} />
        )}
      </div>
      <p>
        <a href="/login?as=staff">{strings.backToLogin}</a>
      </p>
    </PatientShell>
  );
}

function AskForLink({ problem }: { problem: FormProblem | undefined }) {
  return (
    <form className="stack" method="post" action="/reset-password" noValidate>
      <p>{strings.resetLead}</p>
      <Field
        name="email"
        label={strings.resetEmail}
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        problem={problem}
      />
      <Button size="wide">{strings.resetAsk}</Button>
      {problem && !problem.fields.email && <Notice tone="bad">{problem.message}</Notice>}
    </form>
  );
}

function SetPassword({ token, problem }: { token: string; problem: FormProblem | undefined }) {
  const inFields = problem?.fields.password || problem?.fields.confirm_password;
  return (
    <form className="stack" id="reset" method="post" action={`/reset-password/${token}`} noValidate>
      <NewPassword
        name="password"
        label={strings.newPassword}
        hint={strings.newPasswordHint}
        maxLength={256}
        problem={problem}
      />
      <NewPassword
        name="confirm_password"
        label={strings.confirmPassword}
        maxLength={256}
        problem={problem}
      />
      <Button size="wide">{strings.resetButton}</Button>
      <div id="reset-problem">{problem && !inFields && <Notice tone="bad">{problem.message}</Notice>}</div>
    </form>
  );
}
