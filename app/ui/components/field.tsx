import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import type { FormProblem } from "~/core/form-problem";

interface Around {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Where the value, and what was wrong with it, come from after a no. */
  problem?: FormProblem | undefined;
  /** Needed where one page has two fields of a name. */
  id?: string | undefined;
}

interface Inside {
  id: string;
  name: string;
  className: string;
  defaultValue: string | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

function Framed({
  name,
  label,
  hint,
  problem,
  id = `f-${name}`,
  value,
  children,
}: Around & { value: string | undefined; children: (inside: Inside) => ReactNode }) {
  const wrong = problem?.fields[name];
  const described = [hint != null && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint != null && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        className: "input",
        defaultValue: problem?.typed[name] ?? value,
        "aria-invalid": wrong ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {wrong && (
        <p className="wrong" id={`${id}-wrong`}>
          {wrong[0]}
        </p>
      )}
    </div>
  );
}

/** A labelled input that says what is wrong with it and keeps what was typed. */
export function Field({
  name,
  label,
  hint,
  problem,
  id,
  value,
  ...rest
}: Around & { value?: string | undefined } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    "value" | "name" | "id"
  >) {
  return (
    <Framed {...{ name, label, hint, problem, id, value }}>
      {(inside) => <input type="text" {...rest} {...inside} />}
    </Framed>
  );
}

/** The same as a list to choose from; the options are its children. */
export function Choice({
  name,
  label,
  hint,
  problem,
  id,
  value,
  ...rest
}: Around & { value?: string | undefined } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    "value" | "name" | "id"
  >) {
  return (
    <Framed {...{ name, label, hint, problem, id, value }}>
      {(inside) => <select {...rest} {...inside} />}
    </Framed>
  );
}

/** The same for several lines. */
export function TextField({
  name,
  label,
  hint,
  problem,
  id,
  value,
  ...rest
}: Around & { value?: string | undefined } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    "value" | "name" | "id"
  >) {
  return (
    <Framed {...{ name, label, hint, problem, id, value }}>
      {(inside) => <textarea {...rest} {...inside} />}
    </Framed>
  );
}

/** A checkbox with its sentence; the whole line is the target. */
export function Check({ label, ...rest }: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}
