import type { FormProblem } from "~/core/form-problem";
import { strings as visitWords } from "~/schedule/strings";
import { type ShownVisit, VisitCard } from "~/schedule/ui/visit-card";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { strings as shellWords } from "~/ui/strings";
import { strings } from "../strings";
import { PatientForm } from "./patient-form";
import { StaffForm } from "./staff-form";

interface LoginViewProps {
  side: "patient" | "staff";
  said: { word: string; text: string } | null;
  staff: { name: string; home: string | null } | null;
  mine: { visit: ShownVisit | null; held: boolean } | null;
  clock: string | null;
  problem: FormProblem | undefined;
}

/** The way in for patients and staff; who is in already sees their way on above it. */
export function LoginView({ side, said, staff, mine, clock, problem }: LoginViewProps) {
  const tabs = [
    { side: "patient", href: "/login", label: strings.patientTab },
    { side: "staff", href: "/login?as=staff", label: strings.staffTab },
  ] as const;
  return (
    <PatientShell width="card" signedIn={staff !== null || mine !== null}>
      {said && (
        <Notice tone={said.word.endsWith("-over") ? "plain" : "good"} role="status">
          {said.text}
        </Notice>
      )}
      {mine && <Mine {...mine} clock={clock} />}
      {staff?.home && (
        <section className="panel">
          <p>{strings.signedInAs(staff.name)}</p>
          <ButtonLink size="wide" href={staff.home}>
            {strings.toWork}
          </ButtonLink>
        </section>
      )}
      <div className="panel login">
        <nav className="tabs" id="tabs" aria-label={strings.signInAs}>
          {tabs.map((tab) => (
            <a
              key={tab.side}
              id={`tab-${tab.side}`}
              href={tab.href}
              data-side={tab.side}
              aria-current={tab.side === side ? "page" : undefined}
            >
              {tab.label}
            </a>
          ))}
        </nav>
        <PatientForm hidden={side !== "patient"} problem={side === "patient" ? problem : undefined} />
        <StaffForm hidden={side !== "staff"} problem={side === "staff" ? problem : undefined} />
      </div>
      <p className="soft note">
        {strings.note.before}
        <a href="/terms">{shellWords.terms}</a>
        {strings.note.between}
        <a href="/privacy">{shellWords.privacy}</a>
        {strings.note.after}
      </p>
    </PatientShell>
  );
}

interface MineProps {
  visit: ShownVisit | null;
  /** Without a visit ahead: it took place. */
  held: boolean;
  clock: string | null;
}

function Mine({ visit, held, clock }: MineProps) {
  if (!visit) {
    return (
      <section className="panel">
        <h2>{held ? visitWords.visitHeld : visitWords.noVisitYet}</h2>
        {!held && (
          <ButtonLink size="wide" href="/schedule">
            {strings.bookVisit}
          </ButtonLink>
        )}
        <p>
          <a href="/track">{visitWords.track}</a>
        </p>
      </section>
    );
  }
  return (
    <VisitCard visit={visit} clock={clock}>
      <p className="ways">
        <a href="/my-visit">{strings.seeVisit}</a>
        <a href="/track">{visitWords.track}</a>
      </p>
    </VisitCard>
  );
}
