import type { ReactNode } from "react";
import type { FormProblem } from "~/core/form-problem";
import { listOf } from "~/core/staff-home";
import { formatWhen, zoneOrUtc } from "~/core/time";
import type { Staff } from "~/core/who";
import { Button, ButtonLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { Visit } from "../visit";
import { whenForStaff } from "../visit-times";
import { OwnTime } from "./own-time";
import { PatientName } from "./patient";

interface VisitQuestionProps {
  staff: Staff;
  visit: Visit;
  title: string;
  /** The start of the button's label, as in "Cancel visit on Tue, May 12, 9:00 AM EDT". */
  verb: string;
  /** Shows only the verb on the button. */
  isShort?: boolean;
  change: "confirm" | "cancel" | "complete" | "move" | "no-show" | "undo-outcome";
  danger?: boolean;
  back?: string | undefined;
  problem?: FormProblem | undefined;
  children?: ReactNode;
  action?: ReactNode;
}

export function VisitQuestion(props: VisitQuestionProps) {
  const { staff, visit, title, verb, isShort, change, danger, back, problem, children, action } = props;
  const when = formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
  return (
    <StaffShell title={title}>
      <div data-sheet="">
        <form
          method="post"
          action={`/visits/${visit.id}/${change}`}
          className="panel"
          data-change={change}
          data-id={visit.id}
          data-version={visit.version}
          data-start={visit.start_at}
        >
          {back && <input type="hidden" name="back" value={back} />}
          <dl className="facts">
            <Fact label="Date and time" wide>
              {whenForStaff(visit)}
              <OwnTime visit={visit} />
            </Fact>
            <Fact label="Therapist">{visit.therapist}</Fact>
            <Fact label="Patient ID">
              {visit.patient_id}
              <PatientName name={visit.patient_name} />
            </Fact>
            <Fact label="Brightree DB">{visit.brightree_db}</Fact>
          </dl>
          {children}
          <div data-problem="">{problem && <Notice tone="bad">{problem.message}</Notice>}</div>
          <p className="buttons">
            <Button look={danger ? "danger" : "main"}>
              {change === "move" || isShort ? verb : `${verb} on ${when}`}
            </Button>
            {action}
            <ButtonLink href={back ?? listOf(staff.roles)} look="quiet" data-close="">
              Back
            </ButtonLink>
          </p>
        </form>
      </div>
    </StaffShell>
  );
}
