import { fill } from "~/core/language/strings";
import { Notice } from "~/ui/components/notice";
import type { Visit } from "~/visits/visit";
import { strings } from "../strings";

type Late = Pick<Visit, "therapist" | "therapist_late_minutes" | "call_me">;

export function TherapistLate({ visit }: { visit: Late }) {
  const { therapist, therapist_late_minutes: minutes, call_me: isCall } = visit;
  const { therapistLate, therapistLateCall } = strings.day;
  const text = isCall ? therapistLateCall : therapistLate;
  return minutes && <Notice tone="dawn">{fill(text, { therapist, minutes })}</Notice>;
}
