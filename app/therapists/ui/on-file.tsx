import type { FormProblem } from "~/core/form-problem";
import { Notice } from "~/ui/components/notice";
import type { Therapist } from "../therapists.server";

interface OnFileProps {
  therapist: Therapist;
  labels: Partial<Record<keyof Therapist, string>>;
  problem: FormProblem | undefined;
}

export function OnFile({ therapist, labels, problem }: OnFileProps) {
  if (!problem || problem.typed.version === String(therapist.version)) return null;
  const others = (Object.keys(labels) as (keyof Therapist)[]).filter(
    (name) => String(therapist[name] ?? "") !== problem.typed[name],
  );
  if (others.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>Someone else saved these values. Saving again will replace them:</p>
      <ul>
        {others.map((name) => (
          <li key={name}>{`${labels[name]}: ${therapist[name] ?? "none"}`}</li>
        ))}
      </ul>
    </Notice>
  );
}
