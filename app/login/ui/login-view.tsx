import type { MyVisit } from "~/schedule/find-my-visit.server";
import { headingOf, MyVisitView } from "~/schedule/ui/my-visit-view";
import { ButtonLink } from "~/ui/components/button";
import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { PageStrings } from "~/ui/components/page-strings";
import type { CompanyContact } from "~/ui/page-context";
import { PatientShell } from "~/ui/shells/patient-shell";
import { strings as shellStrings } from "~/ui/strings";
import { staffStrings } from "../staff-strings";
import { strings } from "../strings";
import { PatientForm } from "./patient-form";
import { StaffForm } from "./staff-form";

interface LoginViewProps {
  tab: "patient" | "staff";
  message: { key: string; text: string } | null;
  knowsStaff: boolean;
  staff: { name: string; home: string | null } | null;
  mine: MyVisit | null;
  /** The path to open after staff sign in. Replaces their start page. */
  returnTo: string | null;
  hasPasskeys: boolean;
  hasSso: boolean;
  sendsLinks: boolean;
  waitsForSetup: boolean;
  /** Companies to call for help, if the patient's company isn't known. */
  contacts: CompanyContact[];
}

export function LoginView({
  tab,
  message,
  knowsStaff,
  staff,
  mine,
  contacts,
  waitsForSetup,
  ...options
}: LoginViewProps) {
  const problem = useProblem();
  const tabs = [
    { name: "patient", href: "/login", label: strings.patientTab, lang: undefined },
    { name: "staff", href: "/login?as=staff", label: staffStrings.tab, lang: "en" },
  ];
  const signIn = (
    <div className="panel login">
      {knowsStaff && !staff && tab === "patient" && (
        <p className="staff-way" lang="en">
          {staffStrings.question}{" "}
          <a className="button plain" href="/login?as=staff">
            {staffStrings.signInHere}
          </a>
        </p>
      )}
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
      <StaffForm hidden={tab !== "staff"} problem={tab === "staff" ? problem : undefined} {...options} />
    </div>
  );
  return (
    <PatientShell width="card" signedIn={staff !== null || mine !== null} contacts={contacts}>
      {message && (
        <Notice
          tone={/-over$|^(no-messages|other-role)$/.test(message.key) ? "plain" : "good"}
          role="status"
          data-flash={message.key}
        >
          {message.text}
        </Notice>
      )}
      {waitsForSetup && (
        <Notice tone="dawn" lang="en">
          <h1>{staffStrings.setupWaits}</h1>
          <p>{staffStrings.setupLink}</p>
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
          {signIn}
        </details>
      ) : (
        signIn
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
