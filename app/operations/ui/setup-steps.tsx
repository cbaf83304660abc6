import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/ui/components/button";
import type { NextSetup } from "../setup/hide-setup.server";
import type { SetupStep } from "../setup/list-setup-steps.server";

const labels = { done: "Done", todo: "To do", attention: "Attention" };
const tones = { done: "good", todo: "", attention: "warn" };

export const setupPage = "/admin/setup";

export function SetupPanel({ steps, children }: { steps: readonly SetupStep[]; children?: ReactNode }) {
  const open = steps.filter(({ state }) => state !== "done");
  const done = steps.filter(({ state }) => state === "done");
  return (
    <section className="panel setup" aria-labelledby="setup-title">
      <div className="spread">
        <h2 id="setup-title">Set-up</h2>
        <p className="soft">
          {done.length} of {steps.length} done
        </p>
      </div>
      {children}
      <SetupSteps steps={open} next={open[0]} />
      {done.length > 0 && (
        <details className="more stack">
          <summary>Done: {done.map(({ name }) => name).join(", ")}</summary>
          <SetupSteps steps={done} />
        </details>
      )}
      <form method="post" action={setupPage} className="buttons">
        <Button look="quiet" size="small" name="act" value="hide">
          Hide this list
        </Button>
        <span className="soft">You can open it again from Health.</span>
      </form>
    </section>
  );
}

/** Leads on to the next step after a save, until the first visit is booked. */
export const NextSetupStep = ({ step }: { step: NextSetup | null }) =>
  step && (
    <p className="buttons next-setup" role="note" aria-label="Set-up">
      <span>
        Next step of the set-up: <b>{step.name}</b>
      </span>
      <ButtonLink href={step.href} look="quiet" size="small">
        {step.label}
      </ButtonLink>
    </p>
  );

interface SetupStepsProps {
  steps: readonly SetupStep[];
  /** The step whose button is the page's main action. */
  next?: SetupStep | undefined;
  heading?: "h2" | "h3";
}

export function SetupSteps({ steps, next, heading: Heading = "h3" }: SetupStepsProps) {
  return (
    <ol className="checks setup-steps">
      {steps.map((step) => (
        <li key={step.id} id={`setup-${step.id}`}>
          <Heading>{step.name}</Heading>
          <span className={`status ${tones[step.state]}`}>{labels[step.state]}</span>
          <div>
            <p>{step.found}</p>
            <p className="soft">{step.why}</p>
          </div>
          <Act step={step} isNext={step === next} />
        </li>
      ))}
    </ol>
  );
}

function Act({ step: { act }, isNext }: { step: SetupStep; isNext: boolean }) {
  const look = isNext ? "main" : "quiet";
  if ("href" in act) {
    return (
      <ButtonLink href={act.href} look={look} size="small">
        {act.label}
      </ButtonLink>
    );
  }
  return (
    <form method="post" action={setupPage}>
      <Button look={look} size="small" name="act" value={act.press}>
        {act.label}
      </Button>
    </form>
  );
}
