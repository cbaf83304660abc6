import type { FormProblem } from "~/core/form-problem";
import type { SlotKind } from "~/kinds/slot-kind";
import { Button } from "~/ui/components/button";
import { Check, Choice, Field } from "~/ui/components/field";
import type { Hours } from "../rules/weekly-hours.server";
import { AvailabilityResult, OutsideVisitList } from "./availability-changes";
import { type Answer, filledWith } from "./preview";
import { SlotKinds } from "./slot-kinds";
import { intervals, Weekdays, weekdayNames } from "./weekdays";

/** The usual visit of 45 minutes, rounded up: with shorter steps, each booked visit takes other starts away. */
const usualInterval = 60;

interface HoursFormProps {
  hours?: Hours;
  kinds: SlotKind[];
  problem?: FormProblem | undefined;
  /** There are no hours yet, so the form can also make the openings. */
  isFirst?: boolean;
}

export function HoursForm({ hours, kinds, problem, isFirst }: HoursFormProps) {
  const key = hours?.id ?? "new";
  const days = problem
    ? (problem.typed.days ?? "").split(",")
    : hours
      ? hours.days.map(String)
      : ["1", "2", "3", "4", "5"];
  const field = (name: string) => ({ name, id: `hours-${key}-${name}`, problem });
  return (
    <form method="post" className="panel hours" aria-label={hours ? hoursText(hours) : "New hours"}>
      <Weekdays days={days} />
      <div className="availability-fields">
        <Field {...field("startTime")} type="time" label="Start Time" value={hours?.startTime ?? "08:00"} />
        <Field {...field("endTime")} type="time" label="End Time" value={hours?.endTime ?? "17:00"} />
        <Choice {...field("interval")} label="Interval" value={String(hours?.interval ?? usualInterval)}>
          {intervals.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes} min
            </option>
          ))}
        </Choice>
        {isFirst && <Field {...field("weeks")} type="number" min={1} max={52} label="Weeks" value="4" />}
      </div>
      <SlotKinds
        kinds={kinds}
        chosen={problem ? (problem.typed.kinds ?? "").split(",") : (hours?.kinds?.map(String) ?? [])}
      />
      {problem && (
        <div role="alert">
          <AvailabilityResult problem={problem} />
        </div>
      )}
      <p className="buttons">
        {isFirst && (
          <Button name="act" value="open">
            Open for booking
          </Button>
        )}
        <Button name="act" value="keep" look="quiet">
          {hours ? "Save hours" : "Add hours"}
        </Button>
        <input type="hidden" name="hours" value={hours?.id ?? ""} />
        {hours && (
          <Button name="act" value="drop" look="danger">
            Remove hours
          </Button>
        )}
      </p>
    </form>
  );
}

const hoursText = ({ days, startTime, endTime }: Hours): string =>
  `${days.map((day) => weekdayNames[day]).join(", ")} ${startTime} to ${endTime}`;

interface ApplyFormProps {
  today: string;
  answer: Answer;
  therapist: { id: number; zone: string };
}

export function ApplyForm({ today, answer, therapist }: ApplyFormProps) {
  const filled = filledWith(answer);
  return (
    <form method="post" className="panel">
      <h2>Apply weekly hours</h2>
      <div className="availability-fields">
        <Field name="fromDate" label="From" type="date" value={today} problem={filled} />
        <Field name="weeks" label="Weeks" type="number" min={1} max={52} value="4" problem={filled} />
      </div>
      <Check
        name="removeExisting"
        label="Remove existing in range"
        defaultChecked={filled ? "removeExisting" in filled.typed : true}
      />
      <p className="buttons">
        <Button name="act" value="apply">
          Apply to these weeks
        </Button>
        <Button name="act" value="preview" look="quiet">
          Preview
        </Button>
      </p>
      <div className="availability-result" role="status">
        <AvailabilityResult {...answer} />
        <OutsideVisitList visits={answer.preview?.affected ?? []} therapist={therapist} />
      </div>
    </form>
  );
}
