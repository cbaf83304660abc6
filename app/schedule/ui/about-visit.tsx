import { fill } from "~/core/language/strings";
import type { CompanyText } from "../find-order-details.server";
import { strings } from "../strings";

/** @param patient "Alex B."; null in sessions that must not show a name */
export function AboutVisit({ patient }: { patient: string | null }) {
  return (
    <p>{patient ? `${fill(strings.about.for, { patient })} · ${strings.about.what}` : strings.about.what}</p>
  );
}

/** @param about the company's own text, one item per line */
export function WhatToHaveReady({ about }: { about: CompanyText | null }) {
  const items = about?.text.split("\n").filter((line) => line.trim()) ?? strings.about.ready;
  return (
    <>
      <p>{strings.about.otherState}</p>
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
