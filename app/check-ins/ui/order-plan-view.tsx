import type { FormProblem } from "~/core/form-problem";
import { daysText, planTypes } from "~/nights/plan";
import { Button, QuietLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import type { OrderPlan, ShownStep } from "../pages/find-order-plan.server";
import { answerNames, troubleNames } from "../staff-texts";
import { ReadingsTable } from "./readings-table";

const stateNames: Record<ShownStep["state"], string> = {
  planned: "Planned",
  done: "Done",
  skipped: "Not needed",
  ended: "Ended",
};

const stateText = ({ type, state }: ShownStep): string =>
  type === "note" && state === "skipped" ? "Not written: notes are off" : stateNames[state];

const whatHappens = ({ type, kind }: ShownStep): string =>
  type === "visit" ? `${planTypes.visit}: ${kind ?? "re-evaluation with the doctor"}` : planTypes[type];

export function OrderPlanView({ order, plan, problem }: OrderPlan & { problem: FormProblem | undefined }) {
  const { hidesNames } = usePage();
  const patient = (!hidesNames && order.patient_name) || `Patient ${order.patient_id}`;
  return (
    <div className="stack">
      {problem && <Problem />}
      <p>
        <a href={`/orders/${order.id}`}>{patient}</a>
      </p>
      {plan ? (
        <>
          <Table
            caption="Plan"
            rows={plan.steps}
            rowKey={({ id }) => id}
            empty="Nothing was planned for this patient."
            stacks
            columns={[
              { head: "Day", align: "right", cell: daysText },
              {
                head: "When",
                cell: ({ due_at }) => <DateTime at={due_at} zone={plan.zone} format="day" fixed />,
              },
              { head: "What happens", cell: whatHappens },
              { head: "State", cell: stateText },
              { head: "Answer", cell: answerText },
            ]}
          />
          {plan.mayStart && (
            <PostForm>
              <input type="hidden" name="act" value="start" />
              <Button look="quiet">Start the company's plan</Button>
            </PostForm>
          )}
          <ReadingsTable readings={plan.readings} />
          {plan.isOpen && <ReadingForm today={plan.today} problem={problem} />}
        </>
      ) : (
        <p>This patient's nights aren't followed.</p>
      )}
      <p className="buttons">
        <QuietLink href={`/orders/${order.id}/nights`}>First 90 nights</QuietLink>
      </p>
    </div>
  );
}

function answerText({ type, state, answer, troubles }: ShownStep): string {
  if (type !== "check_in" || state !== "done") return "";
  if (answer === null) return "No answer";
  const named = troubles.map((trouble) => troubleNames[trouble]).join(", ");
  return named ? `${answerNames[answer]}: ${named}` : answerNames[answer];
}

const ReadingForm = ({ today, problem }: { today: string; problem: FormProblem | undefined }) => (
  <PostForm
    className="panel reading stack"
    aria-labelledby="reading"
    problem={problem?.typed.act === "read" ? problem : null}
  >
    <h2 id="reading">Save a reading</h2>
    <p className="soft">
      The numbers for the last 30 days that the patient reads off the device's screen, for example on a call.
    </p>
    <input type="hidden" name="act" value="read" />
    <div className="pair">
      <Field name="read_on" label="Read on" type="date" value={today} max={today} required />
      <Field name="nights_used" label="Nights used" inputMode="numeric" maxLength={2} required />
      <Field
        name="nights_counted"
        label="Nights of 4 hours or more (optional)"
        inputMode="numeric"
        maxLength={2}
      />
      <Field name="hours" label="Hours a night, on average (optional)" hint="5.2 or 5:12" maxLength={10} />
    </div>
    <Button look="quiet">Save reading</Button>
  </PostForm>
);
