import { useContext } from "react";
import type { FormProblem } from "~/core/form-problem";
import { Check, Field } from "~/ui/components/field";
import { ProblemContext } from "~/ui/components/form";
import { type Communication, interpreterNeed } from "../interpreter";

interface InterpreterQuestionProps {
  visit: Omit<Communication, "language"> & { id?: number };
  problem?: FormProblem | undefined;
}

export function InterpreterQuestion(props: InterpreterQuestionProps) {
  const { interpreter } = props.visit;
  if (!interpreter) return null;
  return (
    <fieldset>
      <legend className="label">{`${interpreterNeed(interpreter)}. Interpreter arranged?`}</legend>
      <ArrangementFields {...props} noteLabel="Confirm without an interpreter" />
    </fieldset>
  );
}

export function ArrangementFields(props: InterpreterQuestionProps & { noteLabel: string }) {
  const ofForm = useContext(ProblemContext);
  const { visit, noteLabel, problem = ofForm } = props;
  const { id, interpreter_arranged: isArranged, interpreter_note: note } = visit;
  return (
    <>
      <Check
        name="interpreter_arranged"
        label="Interpreter arranged"
        defaultChecked={problem ? "interpreter_arranged" in problem.typed : isArranged}
      />
      <Field
        name="interpreter_note"
        id={id === undefined ? undefined : `interpreter-${id}`}
        label={noteLabel}
        hint="Enter the reason. Leave this empty if an interpreter is arranged."
        value={isArranged ? "" : (note ?? "")}
        maxLength={500}
        problem={problem}
      />
    </>
  );
}
