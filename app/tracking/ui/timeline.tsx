import { insertSubmittedStep, type Step } from "~/tracking/insert-submitted-step";
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
