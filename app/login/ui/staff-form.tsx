import type { FormProblem } from "~/core/form-problem";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";
import { staffStrings as strings } from "../staff-strings";

interface StaffFormProps {
  hidden: boolean;
  returnTo: string | null;
  problem: FormProblem | undefined;
  /** Without a mail server, the page behind the link explains whom to ask. */
  sendsLinks: boolean;
  hasPasskeys: boolean;
  hasSso: boolean;
}

export function StaffForm({ hidden, returnTo, problem, sendsLinks, hasPasskeys, hasSso }: StaffFormProps) {
  const { scriptsOf } = usePage();
  const challenge = String(problem?.extra.challenge ?? "");
  const isSecondStep = challenge !== "";
  const byPasskey = problem?.extra.way === "passkey";
  return (
    <section id="panel-staff" className="stack" aria-labelledby="title-staff" lang="en" hidden={hidden}>
      <h1 id="title-staff">{strings.title}</h1>
      <PostForm
        className="stack"
        action="/login?as=staff"
        data-return={returnTo}
        noValidate
        problem={problem ?? null}
      >
        <div className="stack" id="first-step" hidden={isSecondStep}>
          <Field
            name="email"
            label={strings.email}
            type="email"
            autoComplete="username"
            maxLength={254}
            required
          />
          <div className="field">
            <label htmlFor="f-password">{strings.password}</label>
            <div className="joined">
              <input
                className="input"
                id="f-password"
                name="password"
                type="password"
                autoComplete="current-password"
                maxLength={256}
                required
                aria-invalid={problem?.fields.password ? true : undefined}
              />
              <button className="aside" id="show-password" type="button" hidden>
                {strings.show}
              </button>
            </div>
          </div>
        </div>
        <div className="stack" id="second-step" hidden={!isSecondStep}>
          <input type="hidden" name="challenge" defaultValue={challenge} />
          <Field
            name="code"
            id="second-code"
            label={byPasskey ? strings.recoveryCode : strings.digits}
            hint={byPasskey ? undefined : strings.recovery}
            inputMode={byPasskey ? "text" : "numeric"}
            autoComplete="one-time-code"
            maxLength={20}
          />
        </div>
        <Button size="wide">{strings.login}</Button>
        {hasPasskeys && (
          <Button
            id="passkey"
            type="button"
            look="quiet"
            size="wide"
            hidden
            data-script={scriptsOf("passkey")[0]}
          >
            {strings.passkey}
          </Button>
        )}
        {hasSso && (
          <ButtonLink id="sso" look="quiet" size="wide" href="/sso" hidden={isSecondStep}>
            {strings.sso}
          </ButtonLink>
        )}
        <div id="result-staff">
          {problem && <Notice tone={problem.extra.way ? "plain" : "bad"}>{problem.message}</Notice>}
        </div>
        <p>
          <a
            className="button plain"
            id={sendsLinks ? "forgot" : undefined}
            href="/reset-password"
            hidden={isSecondStep}
          >
            {strings.forgot}
          </a>
          <a className="button plain" id="again" href="/login?as=staff" hidden={!isSecondStep}>
            {strings.startAgain}
          </a>
        </p>
      </PostForm>
    </section>
  );
}
