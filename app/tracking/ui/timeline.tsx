import type { TimelineJson } from "~/tracking/timeline-schema";
import { DateTime } from "~/ui/date-time";
import { strings } from "../strings";
import { Elapsed } from "./elapsed";

interface TimelineProps {
  timeline: TimelineJson;
  zone: string;
  now: number;
}

export function Timeline({ timeline, zone, now }: TimelineProps) {
  return (
    <ol className="timeline">
      {insertSubmittedStep(timeline).map((step) => (
        <li key={step.key} className={stateOf(step)} aria-current={step.current ? "step" : undefined}>
          <p className="step">{step.label}</p>
          {(step.done || step.current) && step.detail && <p className="soft">{step.detail}</p>}
          <p className="soft">
            <StepTime step={step} zone={zone} now={now} />
          </p>
        </li>
      ))}
    </ol>
  );
}

const stateOf = (step: Step) => (step.done ? "done" : step.current ? "current" : "pending");

function StepTime({ step, zone, now }: { step: Step; zone: string; now: number }) {
  if (step.done) {
    const at = step.completed_at ?? step.at;
    if (!at) return <>{strings.completed}</>;
    return (
      <>
        {`${strings.completed}: `}
        <DateTime at={Date.parse(at)} zone={zone} />
      </>
    );
  }
  if (step.current) {
    return (
      <>
        {strings.inProgress}
        {step.at && (
          <>
            {`. ${strings.inThisStep} `}
            <Elapsed since={Date.parse(step.at)} now={now} />
          </>
        )}
      </>
    );
  }
  return (
    <>
      <span className="unseen">{strings.pending}. </span>
      {step.detail}
    </>
  );
}

type Step = TimelineJson["steps"][number];

/**
 * Inserts 'Setup time submitted' after the "link sent" step, or at the end if the server didn't send that step.
 * Submitted and scheduled are never both current.
 */
export function insertSubmittedStep({
  steps,
  appointment,
}: Pick<TimelineJson, "steps" | "appointment">): Step[] {
  if (steps.some((step) => step.label === strings.steps[5])) return steps;
  const sent = steps.findIndex((step) => step.label === strings.steps[4]);
  const submittedAt = appointment?.submitted_at ?? null;
  const done = submittedAt !== null || Boolean(appointment?.confirmed_at);
  const submitted: Step = {
    key: "setup_submitted",
    label: strings.steps[5],
    done,
    current: !done && steps[sent]?.done === true,
    at: submittedAt,
    started_at: null,
    completed_at: submittedAt,
    timestamp: submittedAt,
    detail: "",
  };
  const place = sent === -1 ? steps.length : sent + 1;
  return [...steps.slice(0, place), submitted, ...steps.slice(place)];
}
