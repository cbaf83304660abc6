import { fill } from "~/core/language/strings";
import { Notice } from "~/ui/components/notice";
import type { Visit } from "~/visits/visit";
import { strings } from "../strings";

type Late = Pick<Visit, "therapist" | "therapist_late_minutes">;

export function TherapistLate({ visit: { therapist, therapist_late_minutes: minutes } }: { visit: Late }) {
  return minutes && <Notice tone="dawn">{fill(strings.day.therapistLate, { therapist, minutes })}</Notice>;
}
