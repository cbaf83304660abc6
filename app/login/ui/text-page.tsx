import { PatientShell } from "~/ui/shells/patient-shell";

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
        <a href="/">Go to the start page</a>
      </p>
    </PatientShell>
  );
}
