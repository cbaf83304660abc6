import type { FormProblem } from "~/core/form-problem";
import { zoneLabel } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Check, Choice, Field } from "~/ui/components/field";
import { type Availability, availabilityHref } from "../availability-view";
import { AvailabilityNotice, AvailabilityResult, OutsideVisits } from "./availability-changes";
import { filledWith, type Preview } from "./preview";
import { SlotKinds } from "./slot-kinds";
import { intervals, Weekdays } from "./weekdays";

interface AvailabilityCardProps {
  availability: Availability;
  back: string;
  problem?: FormProblem | undefined;
  preview?: Preview | undefined;
}

export function AvailabilityCard({ availability, back, problem, preview }: AvailabilityCardProps) {
  const { id, zone } = availability.therapist;
  const at = availability.slots[0]?.start;
  const filled = filledWith({ ...(problem && { problem }), ...(preview && { preview: preview }) });
  const typed = filled?.typed;
  const field = (name: string) => ({ name, id: `slots-${name}`, problem: filled });
  return (
    <section className="panel availability" aria-labelledby={`availability-${id}-title`}>
      <h2 id={`availability-${id}-title`}>Therapist Availability</h2>
      <form method="post" action={availabilityHref(id)} data-availability={id}>
        <input type="hidden" name="back" value={back} />
        <div className="availability-fields">
          <Field {...field("fromDate")} type="date" label="Date From" />
          <Field {...field("toDate")} type="date" label="Date To" />
          <Choice {...field("interval")} label="Interval" value="15">
            {intervals.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes} min
              </option>
            ))}
          </Choice>
          <Field {...field("startTime")} type="time" label="Start Time" value="08:00" />
          <Field {...field("endTime")} type="time" label="End Time" value="17:00" />
        </div>
        <Weekdays days={typed ? (typed.days ?? "").split(",") : ["1", "2", "3", "4", "5"]} />
        <SlotKinds kinds={availability.kinds} chosen={typed?.kinds?.split(",") ?? []} />
        <Check
          name="removeExisting"
          label="Remove existing in range"
          defaultChecked={typed ? "removeExisting" in typed : true}
        />
        <p className="hint soft">
          {`Times are created in the therapist's time zone (${zone.replaceAll("_", " ")}${at ? `, ${zoneLabel(at, zone)}` : ""}) and stored in UTC.`}
        </p>
        <div className="buttons">
          <Button name="act" value="add">
            Generate &amp; Add
          </Button>
          <Button name="act" value="remove" look="danger">
            Remove in Range
          </Button>
          <Button name="act" value="preview" look="quiet">
            Preview
          </Button>
        </div>
      </form>
      <div id={`availability-${id}-result`} className="availability-result" role="status">
        <AvailabilityResult problem={problem} preview={preview} />
        {!problem && !preview && availability.message && (
          <AvailabilityNotice {...availability.message} id={id} back={back} />
        )}
        <OutsideVisits visits={availability.outsideVisits} therapist={availability.therapist} />
      </div>
    </section>
  );
}
