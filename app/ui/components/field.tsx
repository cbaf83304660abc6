import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
} from "react";
import type { FormProblem } from "~/core/form-problem";
import { ProblemContext } from "./form";

interface FieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  problem?: FormProblem | undefined;
  /** Required if a page has two fields with the same name. */
  id?: string | undefined;
}

interface ControlProps {
  id: string;
  name: string;
  className: string;
  defaultValue: string | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  autoFocus?: true;
}

function FieldFrame({
  name,
  label,
  hint,
  problem,
  id = `f-${name}`,
  value,
  children,
}: FieldProps & { value: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const ofForm = useContext(ProblemContext);
  const shown = problem ?? ofForm;
  const wrong = shown?.fields[name];
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
        defaultValue: shown?.typed[name] ?? value,
        "aria-invalid": wrong ? true : undefined,
        "aria-describedby": described || undefined,
        // The browser focuses the first one on the page.
        ...(ofForm?.fields[name] && { autoFocus: true }),
      })}
      {wrong && (
        <p className="wrong" id={`${id}-wrong`}>
          {wrong[0]}
        </p>
      )}
    </div>
  );
}

type PropsOf<Html> = FieldProps & { value?: string | undefined } & Omit<Html, "value" | "name" | "id">;

function split<Html>({ name, label, hint, problem, id, value, ...control }: PropsOf<Html>) {
  return { frame: { name, label, hint, problem, id, value }, own: control };
}

export function Field(props: PropsOf<InputHTMLAttributes<HTMLInputElement>>) {
  const { frame, own } = split(props);
  return <FieldFrame {...frame}>{(control) => <input type="text" {...own} {...control} />}</FieldFrame>;
}

export function Choice(props: PropsOf<SelectHTMLAttributes<HTMLSelectElement>>) {
  const { frame, own } = split(props);
  return <FieldFrame {...frame}>{(control) => <select {...own} {...control} />}</FieldFrame>;
}

export function TextField(props: PropsOf<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { frame, own } = split(props);
  return <FieldFrame {...frame}>{(control) => <textarea {...own} {...control} />}</FieldFrame>;
}

/** After a form is rejected, boxes stay checked if a hidden field has the same name. */
export function Check({ label, ...rest }: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const typed = useContext(ProblemContext)?.typed[rest.name ?? ""];
  const kept = typed !== undefined && {
    defaultChecked: typed.split(",").includes(String(rest.value ?? "on")),
  };
  return (
    <label className="check">
      <input type="checkbox" {...rest} {...kept} />
      <span>{label}</span>
    </label>
  );
}
