import type { FormProblem } from "~/core/form-problem";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { accountStrings as strings } from "../strings";
import { NewPasswordField } from "./password-fields";

interface ResetViewProps {
  token: string | null;
  message: string | null;
  isExpired: boolean;
}

export function ResetView({ token, message, isExpired }: ResetViewProps) {
  const problem = useProblem();
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
          <RequestForm problem={isExpired ? undefined : problem} />
        ) : (
          <PasswordForm token={token} problem={problem} />
        )}
      </div>
      <p>
        <a href="/login?as=staff">{strings.backToLogin}</a>
      </p>
    </PatientShell>
  );
}

function RequestForm({ problem }: { problem: FormProblem | undefined }) {
  return (
    <PostForm className="stack" action="/reset-password" noValidate problem={problem ?? null}>
      <p>{strings.resetLead}</p>
      <Field
        name="email"
        label={strings.resetEmail}
        type="email"
        autoComplete="username"
        maxLength={254}
        required
      />
      <Button size="wide">{strings.resetAsk}</Button>
      {problem && !problem.fields.email && <Notice tone="bad">{problem.message}</Notice>}
    </PostForm>
  );
}

function PasswordForm({ token, problem }: { token: string; problem: FormProblem | undefined }) {
  const isInField = problem?.fields.password || problem?.fields.confirm_password;
  return (
    <PostForm className="stack" id="reset" action={`/reset-password/${token}`} noValidate>
      <NewPasswordField
        name="password"
        label={strings.newPassword}
        hint={strings.newPasswordHint}
        maxLength={256}
      />
      <NewPasswordField name="confirm_password" label={strings.confirmPassword} maxLength={256} />
      <Button size="wide">{strings.resetButton}</Button>
      <div id="reset-problem">{problem && !isInField && <Notice tone="bad">{problem.message}</Notice>}</div>
    </PostForm>
  );
}
