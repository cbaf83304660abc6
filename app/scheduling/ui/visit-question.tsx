import type { ReactNode } from "react";
import type { Problem } from "~/core/problem";
import { formatWhen, zoneOrUtc } from "~/core/time";
import { listOf, type Staff } from "~/core/who";
import type { Visit } from "~/scheduling/visits/visit";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

interface VisitQuestionProps {
  staff: Staff;
  visit: Visit;
  title: string;
  /** What the button does, with its object: "Cancel visit of Tue, May 12, 9:00 AM EDT". */
  verb: string;
  danger?: boolean;
  problem?: Problem | undefined;
  children?: ReactNode;
}

/** Asks once more before a visit changes, on a page of its own that works without a script. */
export function VisitQuestion({ staff, visit, title, verb, danger, problem, children }: VisitQuestionProps) {
  const when = formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
  return (
    <StaffShell title={title} who={staff} area={areaOf(staff)} nav={navFor(staff, "")}>
      <form method="post" className="panel">
        <dl className="facts">
          <Fact label="Date and time">{when}</Fact>
          <Fact label="Therapist">{visit.therapist}</Fact>
          <Fact label="Patient ID">{visit.patient_id}</Fact>
          <Fact label="Brightree DB">{visit.brightree_db}</Fact>
        </dl>
        {children}
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        <p className="buttons">
          <Button look={danger ? "danger" : "main"}>{`${verb} of ${when}`}</Button>
          <ButtonLink href={listOf(staff.roles)} look="quiet">
            Back
          </ButtonLink>
        </p>
      </form>
    </StaffShell>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
