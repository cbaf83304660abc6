import { useActionData } from "@remix-run/react";
import { createContext, type FormHTMLAttributes, type ReactNode } from "react";
import type { FormProblem } from "~/core/form-problem";
import { Button, QuietLink } from "./button";
import { Notice } from "./notice";

export const ProblemContext = createContext<FormProblem | undefined>(undefined);

/** Why the page's action was refused. */
export const useProblem = () =>
  useActionData<{ problem?: FormProblem }>()?.problem as FormProblem | undefined;

/** A form whose fields show the problem of the page's action. */
export function PostForm(props: FormHTMLAttributes<HTMLFormElement>) {
  return (
    <ProblemContext.Provider value={useProblem()}>
      <form method="post" {...props} />
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

/** The buttons at the end of a form: its submit button, and the link back. */
export function FormButtons({ look, back, children }: FormButtonsProps) {
  return (
    <p className="buttons">
      <Button look={look}>{children}</Button>
      {back && <QuietLink href={back}>Back</QuietLink>}
    </p>
  );
}
