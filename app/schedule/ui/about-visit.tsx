import { strings } from "../strings";

interface AboutVisitProps {
  /** "Alex B."; null in sessions that must not show a name. */
  patient: string | null;
  /** The company's own text, one item per line. */
  about: string | null;
}

export function AboutVisit({ patient, about }: AboutVisitProps) {
  const items = about?.split("\n").filter((line) => line.trim()) ?? strings.about.ready;
  return (
    <div className="about">
      <p>{patient ? `${strings.about.for(patient)} · ${strings.about.what}` : strings.about.what}</p>
      <details>
        <summary>{strings.about.readyTitle}</summary>
        <ul className="bullets">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{strings.about.otherState}</p>
      </details>
    </div>
  );
}
