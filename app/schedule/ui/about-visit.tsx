import { fill } from "~/core/language/strings";
import type { Mode } from "~/kinds/kind-schema";
import { PhoneLink } from "~/ui/company-phone";
import { usePage } from "~/ui/page-context";
import type { CompanyText, OrderDetails } from "../find-order-details.server";
import { strings } from "../strings";

interface AboutVisitProps {
  /** "Alex B."; null in sessions that must not show a name. */
  patient: string | null;
  /** True if the therapist calls instead of meeting by video. */
  isCall?: boolean;
  /** The kind of visit, unless it's the usual one. */
  kind?: string | undefined;
}

export function AboutVisit({ patient, isCall = false, kind }: AboutVisitProps) {
  const facts = [
    ...(patient ? [fill(strings.about.for, { patient })] : []),
    ...(kind ? [kind] : isCall ? [] : [strings.about.what]),
  ];
  return facts.length > 0 && <p>{facts.join(" · ")}</p>;
}

interface IntroductionProps {
  /** Null in query sessions. */
  order: Pick<OrderDetails, "patient" | "referrer" | "cost" | "kinds"> | null;
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
        {hasOnlyUsual(order) && about.how}
        {` ${about.until}`}
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

/** Other kinds are described where they are chosen. */
const hasOnlyUsual = (order: Pick<OrderDetails, "kinds"> | null) =>
  !order || (order.kinds.length === 1 && order.kinds[0]?.isUsual === true);

interface WhatToHaveReadyProps {
  /** The company's own text, one item per line. */
  about: CompanyText | null;
  isCall?: boolean;
  mode?: Mode | undefined;
  /** The kind's own text, one item per line. */
  ofKind?: string | null;
}

export function WhatToHaveReady({ about: ofCompany, isCall, mode = "video", ofKind }: WhatToHaveReadyProps) {
  const about = ofKind ? { text: ofKind, language: undefined } : ofCompany;
  const items = about?.text.split("\n").filter((line) => line.trim()) ?? strings.about.ready;
  return (
    <>
      {!isCall && mode === "video" && <p>{strings.about.otherState}</p>}
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
