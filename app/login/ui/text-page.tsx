import { PatientShell } from "~/ui/shells/patient-shell";
import { strings } from "~/ui/strings";

export function TextPage({ title, parts }: { title: string; parts: { heading: string; text: string }[] }) {
  return (
    <PatientShell>
      <h1>{title}</h1>
      {parts.map(({ heading, text }) => (
        <section className="stack" key={heading}>
          <h2>{heading}</h2>
          <p>{text}</p>
        </section>
      ))}
      <p>
        <a href="/">{strings.toStart}</a>
      </p>
    </PatientShell>
  );
}
