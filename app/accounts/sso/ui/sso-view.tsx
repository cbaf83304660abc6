import type { ReactNode } from "react";
import { homeOf } from "~/core/staff-home";
import { type SecondStepWay, staffStrings } from "~/login/staff-strings";
import { StaffForm } from "~/login/ui/staff-form";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { roleNames } from "../../users/ui/role-names";
import type { Trial } from "../sign-in-by-sso.server";

export function SsoView({ problem, isTrial = false }: { problem: string; isTrial?: boolean }) {
  return (
    <PatientShell width="card">
      <section className="panel stack" lang="en">
        <h1>{isTrial ? "The test sign-in failed" : "You aren't signed in"}</h1>
        <Notice tone="bad">{problem}</Notice>
        <ButtonLink size="wide" href={isTrial ? "/admin/single-sign-on/test" : "/login?as=staff"}>
          {isTrial ? "Back to the test" : "Back to login"}
        </ButtonLink>
      </section>
    </PatientShell>
  );
}

/** Asks for a second step if one is required and the provider didn't ask for it. */
export function SecondStepView({ challenge, way }: { challenge: string; way: SecondStepWay }) {
  const problem = {
    message: staffStrings.secondStep[way],
    fields: {},
    typed: {},
    extra: { challenge, way },
  };
  return (
    <PatientShell width="card">
      <div className="panel login">
        <StaffForm
          hidden={false}
          returnTo={null}
          problem={problem}
          sendsLinks={false}
          hasPasskeys={way === "passkey"}
          hasSso={false}
        />
      </div>
    </PatientShell>
  );
}

function Sent({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p>
      <span className="soft">{label}</span>
      <br />
      <strong>{children}</strong>
    </p>
  );
}

export function TrialView(trial: Trial) {
  const { email, isAllowed, isConfirmed, claim, values, roles, hasSecondFactor, otherClaims } = trial;
  const mayReturn = isAllowed && homeOf(roles) !== null;
  const works = mayReturn && isConfirmed;
  const refused = mayReturn ? "A new user like this one could not sign in." : "This user could not sign in.";
  return (
    <PatientShell width="card">
      <section className="panel stack" lang="en">
        <h1>Test sign-in</h1>
        <Notice tone={works ? "good" : "bad"}>
          {works ? "This user could sign in." : refused} Nothing was changed.
        </Notice>
        <Sent label="Email">
          {email ?? "The provider sent no email address."}
          {email !== null && !isAllowed && " (its domain is not allowed)"}
          {email !== null && !isConfirmed && " (the provider hasn't verified it)"}
        </Sent>
        <Sent label={`Values in ${claim}`}>{values.join(", ") || "None"}</Sent>
        <Sent label="Roles in Firstnight">
          {roles.map((role) => roleNames[role]).join(", ") || "None"}
          {roles.length > 0 && homeOf(roles) === null && " (this role alone doesn't give access to any page)"}
        </Sent>
        <Sent label="Second factor at the provider">{hasSecondFactor ? "Yes" : "No"}</Sent>
        <Sent label="All claims sent">{otherClaims.join(", ")}</Sent>
        <ButtonLink size="wide" href="/admin/single-sign-on">
          Back to settings
        </ButtonLink>
      </section>
    </PatientShell>
  );
}
