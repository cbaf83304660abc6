import type { ReactNode } from "react";
import { listOf } from "~/core/staff-home";
import { formatWhen, zoneOrUtc } from "~/core/time";
import type { Staff } from "~/core/who";
import { Button, ButtonLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { Visit } from "../visit";
import { whenForStaff } from "../visit-times";
import { OwnTime } from "./own-time";
import { PatientName } from "./patient";

interface VisitQuestionProps {
  staff: Staff;
  visit: Visit;
  title: string;
  /** The button's label. The visit's time is added unless `isShort` is set. */
  verb: string;
  isShort?: boolean;
  change: "confirm" | "cancel" | "complete" | "move" | "no-show" | "undo-outcome";
  danger?: boolean;
  back?: string | undefined;
  children?: ReactNode;
  secondButton?: ReactNode;
}

export function VisitQuestion(props: VisitQuestionProps) {
  const { staff, visit, title, verb, isShort, change, danger, back, children, secondButton } = props;
  return (
    <StaffShell title={title}>
      <div data-sheet="">
        <PostForm
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
            <Fact label="Database">{visit.brightree_db}</Fact>
          </dl>
          {children}
          <div data-problem="">
            <Problem />
          </div>
          <p className="buttons">
            <Button look={danger ? "danger" : "main"}>
              {isShort ? verb : `${verb} on ${formatWhen(visit.start_at, zoneOrUtc(visit.timezone))}`}
            </Button>
            {secondButton}
            <ButtonLink href={back ?? listOf(staff.roles)} look="quiet" data-close="">
              Back
            </ButtonLink>
          </p>
        </PostForm>
      </div>
    </StaffShell>
  );
}
