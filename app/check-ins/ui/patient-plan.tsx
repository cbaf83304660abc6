import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import { DateTime } from "~/ui/date-time";
import type { PatientPlan } from "../find-check-in.server";
import { strings } from "../strings";

export function PatientPlanPanel({ plan: { zone, ahead, hasStopped, answerHref } }: { plan: PatientPlan }) {
  const { plan } = strings;
  return (
    <section className="panel" aria-labelledby="plan">
      <h2 id="plan">{plan.title}</h2>
      {answerHref && (
        <ButtonLink size="wide" href={answerHref}>
          {plan.answer}
        </ButtonLink>
      )}
      {hasStopped ? (
        <p>
          {`${plan.stopped} `}
          <CompanyPhone />.
        </p>
      ) : ahead.length > 0 ? (
        <>
          <p>{plan.lead}</p>
          <dl className="facts">
            {ahead.map(({ type, at }) => (
              <div key={`${type} ${at}`} className="wide">
                <dt>
                  <DateTime at={at} zone={zone} format="day" fixed />
                </dt>
                <dd>{plan[type]}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p>{plan.nothing}</p>
      )}
    </section>
  );
}
