import { fill } from "~/core/language/strings";
import { PhoneLink } from "~/ui/company-phone";
import { usePage } from "~/ui/page-context";
import type { CompanyText, OrderDetails } from "../find-order-details.server";
import { strings } from "../strings";

interface AboutVisitProps {
  /** "Alex B."; null in sessions that must not show a name. */
  patient: string | null;
  /** True if the therapist calls instead of meeting by video. */
  isCall?: boolean;
}

export function AboutVisit({ patient, isCall = false }: AboutVisitProps) {
  const facts = [
    ...(patient ? [fill(strings.about.for, { patient })] : []),
    ...(isCall ? [] : [strings.about.what]),
  ];
  return facts.length > 0 && <p>{facts.join(" · ")}</p>;
}

interface IntroductionProps {
  /** Null in query sessions. */
  order: Pick<OrderDetails, "patient" | "referrer" | "cost"> | null;
}

/** Above the times: who writes, why, what the visit is, and whom to call. */
export function Introduction({ order }: IntroductionProps) {
  const { company } = usePage();
  const { about } = strings;
  const who = [
    ...(company ? [fill(about.company, { company: company.name })] : []),
    ...(order?.referrer ? [fill(about.referrer, { referrer: order.referrer })] : []),
  ];
  return (
    <div className="introduction">
      {(order?.patient || who.length > 0) && (
        <p>
          {order?.patient && <b>{`${fill(about.for, { patient: order.patient }).replace(/\.?$/, ".")} `}</b>}
          {who.join(" ")}
        </p>
      )}
      <p>
        {about.how}
        {order?.cost && <span lang={order.cost.language}>{` ${order.cost.text}`}</span>}
        {company?.phone && (
          <>
            {` ${order?.cost ? about.unsure : about.unsureOrCost} `}
            <PhoneLink />
          </>
        )}
      </p>
    </div>
  );
}

interface WhatToHaveReadyProps {
  /** The company's own text, one item per line. */
  about: CompanyText | null;
  isCall?: boolean;
}

export function WhatToHaveReady({ about, isCall }: WhatToHaveReadyProps) {
  const items = about?.text.split("\n").filter((line) => line.trim()) ?? strings.about.ready;
  return (
    <>
      {!isCall && <p>{strings.about.otherState}</p>}
      <details className="ready">
        <summary>{strings.about.readyTitle}</summary>
        <ul className="bullets" lang={about?.language}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
