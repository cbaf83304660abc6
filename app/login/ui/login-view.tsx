import type { FormProblem } from "~/core/form-problem";
import type { MyVisit } from "~/schedule/find-my-visit.server";
import { headingOf, MyVisitView } from "~/schedule/ui/my-visit-view";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PageStrings } from "~/ui/components/page-strings";
import { PatientShell } from "~/ui/shells/patient-shell";
import { strings as shellStrings } from "~/ui/strings";
import { staffStrings } from "../staff-strings";
import { strings } from "../strings";
import { PatientForm } from "./patient-form";
import { StaffForm } from "./staff-form";

interface LoginViewProps {
  tab: "patient" | "staff";
  message: { key: string; text: string } | null;
  staff: { name: string; home: string | null } | null;
  mine: MyVisit | null;
  /** The page that staff see after sign-in, instead of their first page. */
  returnTo: string | null;
  problem: FormProblem | undefined;
  hasPasskeys: boolean;
  hasSso: boolean;
}

export function LoginView({
  tab,
  message,
  staff,
  mine,
  returnTo,
  problem,
  hasPasskeys,
  hasSso,
}: LoginViewProps) {
  return (
    <PatientShell width="card" signedIn={staff !== null || mine !== null}>
      {message && (
        <Notice tone={message.key.endsWith("-over") ? "plain" : "good"} role="status">
          {message.text}
        </Notice>
      )}
      {mine && (
        <>
          <h1
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: after a booking, screen readers should read the heading first.
            autoFocus
          >
            {headingOf(mine)}
          </h1>
          <MyVisitView page={mine} />
        </>
      )}
      {staff?.home && (
        <section className="panel" lang="en">
          <p>{staffStrings.signedInAs(staff.name)}</p>
          <ButtonLink size="wide" href={staff.home}>
            {staffStrings.goToWork}
          </ButtonLink>
        </section>
      )}
      {mine ? (
        <details className="panel" open={problem !== undefined || tab === "staff"}>
          <summary>{strings.otherSignIn}</summary>
          <SignIn {...{ tab, returnTo, problem, hasPasskeys, hasSso }} />
        </details>
      ) : (
        <SignIn {...{ tab, returnTo, problem, hasPasskeys, hasSso }} />
      )}
      <p className="soft note">
        {strings.note.before}
        <a href="/terms">{shellStrings.terms}</a>
        {strings.note.between}
        <a href="/privacy">{shellStrings.privacy}</a>
        {strings.note.after}
      </p>
      <PageStrings strings={strings.script} />
    </PatientShell>
  );
}

type SignInProps = Pick<LoginViewProps, "tab" | "returnTo" | "problem" | "hasPasskeys" | "hasSso">;

function SignIn({ tab, returnTo, problem, hasPasskeys, hasSso }: SignInProps) {
  const tabs = [
    { name: "patient", href: "/login", label: strings.patientTab, lang: undefined },
    { name: "staff", href: "/login?as=staff", label: staffStrings.tab, lang: "en" },
  ];
  return (
    <div className="panel login">
      <nav className="tabs" id="tabs" aria-label={strings.signInAs}>
        {tabs.map(({ name, href, label, lang }) => (
          <a
            key={name}
            id={`tab-${name}`}
            href={href}
            lang={lang}
            data-tab={name}
            aria-current={name === tab ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <PatientForm hidden={tab !== "patient"} problem={tab === "patient" ? problem : undefined} />
      <StaffForm
        hidden={tab !== "staff"}
        returnTo={returnTo}
        hasPasskeys={hasPasskeys}
        hasSso={hasSso}
        problem={tab === "staff" ? problem : undefined}
      />
    </div>
  );
}
