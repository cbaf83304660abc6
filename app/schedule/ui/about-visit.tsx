import { fill } from "~/core/language/strings";
import type { CompanyText } from "../find-order-details.server";
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
