import { useActionData } from "@remix-run/react";
import { createContext, type FormHTMLAttributes, type ReactNode } from "react";
import type { FormProblem } from "~/core/form-problem";
import { Button, QuietLink } from "./button";
import { Notice } from "./notice";

export const ProblemContext = createContext<FormProblem | undefined>(undefined);

export const useProblem = () =>
  useActionData<{ problem?: FormProblem }>()?.problem as FormProblem | undefined;

interface PostFormProps extends FormHTMLAttributes<HTMLFormElement> {
  /** This form's problem, or null. Needed on pages with several forms. */
  problem?: FormProblem | null;
}

/** A form whose fields show why the page's action was refused. */
export function PostForm({ problem, ...form }: PostFormProps) {
  const ofPage = useProblem();
  return (
    <ProblemContext.Provider value={problem === undefined ? ofPage : (problem ?? undefined)}>
      <form method="post" {...form} />
    </ProblemContext.Provider>
  );
}

export function Problem() {
  const problem = useProblem();
  return problem && <Notice tone="bad">{problem.message}</Notice>;
}

interface FormButtonsProps {
  look?: "main" | "danger";
  back?: string;
  children: ReactNode;
}

/** The buttons at the end of a form: submit, and a link back. */
export function FormButtons({ look, back, children }: FormButtonsProps) {
  return (
    <p className="buttons">
      <Button look={look}>{children}</Button>
      {back && <QuietLink href={back}>Back</QuietLink>}
    </p>
  );
}
