import type { FormProblem } from "~/core/form-problem";
import { strings as visitStrings } from "~/schedule/strings";
import { type ShownVisit, VisitCard } from "~/schedule/ui/visit-card";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { strings as shellStrings } from "~/ui/strings";
import { strings } from "../strings";
import { PatientForm } from "./patient-form";
import { StaffForm } from "./staff-form";

interface LoginViewProps {
  tab: "patient" | "staff";
  message: { key: string; text: string } | null;
  staff: { name: string; home: string | null } | null;
  myVisit: { visit: ShownVisit | null; held: boolean } | null;
  clock: string | null;
  problem: FormProblem | undefined;
}

export function LoginView({ tab, message, staff, myVisit, clock, problem }: LoginViewProps) {
  const tabs = [
    { name: "patient", href: "/login", label: strings.patientTab },
    { name: "staff", href: "/login?as=staff", label: strings.staffTab },
  ] as const;
  return (
    <PatientShell width="card" signedIn={staff !== null || myVisit !== null}>
      {message && (
        <Notice tone={message.key.endsWith("-over") ? "plain" : "good"} role="status">
          {message.text}
        </Notice>
      )}
      {myVisit && <MyVisit {...myVisit} clock={clock} />}
      {staff?.home && (
        <section className="panel">
          <p>{strings.signedInAs(staff.name)}</p>
          <ButtonLink size="wide" href={staff.home}>
            {strings.goToWork}
          </ButtonLink>
        </section>
      )}
      <div className="panel login">
        <nav className="tabs" id="tabs" aria-label={strings.signInAs}>
          {tabs.map(({ name, href, label }) => (
            <a
              key={name}
              id={`tab-${name}`}
              href={href}
              data-tab={name}
              aria-current={name === tab ? "page" : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <PatientForm hidden={tab !== "patient"} problem={tab === "patient" ? problem : undefined} />
        <StaffForm hidden={tab !== "staff"} problem={tab === "staff" ? problem : undefined} />
      </div>
      <p className="soft note">
        {strings.note.before}
        <a href="/terms">{shellStrings.terms}</a>
        {strings.note.between}
        <a href="/privacy">{shellStrings.privacy}</a>
        {strings.note.after}
      </p>
    </PatientShell>
  );
}

interface MyVisitProps {
  visit: ShownVisit | null;
  held: boolean;
  clock: string | null;
}

function MyVisit({ visit, held, clock }: MyVisitProps) {
  if (!visit) {
    return (
      <section className="panel">
        <h2>{held ? visitStrings.visitHeld : visitStrings.noVisitYet}</h2>
        {!held && (
          <ButtonLink size="wide" href="/schedule">
            {strings.bookVisit}
          </ButtonLink>
        )}
        <p>
          <a href="/track">{visitStrings.track}</a>
        </p>
      </section>
    );
  }
  return (
    <VisitCard visit={visit} clock={clock}>
      <p className="links">
        <a href="/my-visit">{strings.seeVisit}</a>
        <a href="/track">{visitStrings.track}</a>
      </p>
    </VisitCard>
  );
}
