import type { FormProblem } from "~/core/form-problem";
import { Notice } from "~/ui/components/notice";
import type { Therapist } from "../therapists.server";

interface OnFileProps {
  /** As the form shows it. */
  therapist: Therapist;
  /** The fields of the form, and what they are called. */
  labels: Partial<Record<keyof Therapist, string>>;
  problem: FormProblem | undefined;
}

/** What is on file now where it differs from what was typed, so that nobody overwrites it unawares. */
export function OnFile({ therapist, labels, problem }: OnFileProps) {
  if (!problem || problem.typed.version === String(therapist.version)) return null;
  const others = (Object.keys(labels) as (keyof Therapist)[]).filter(
    (name) => String(therapist[name] ?? "") !== problem.typed[name],
  );
  if (others.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>On file now, and saved over if you save again:</p>
      <ul>
        {others.map((name) => (
          <li key={name}>{`${labels[name]}: ${therapist[name] ?? "none"}`}</li>
        ))}
      </ul>
    </Notice>
  );
}
