import { usePage } from "~/ui/page-context";
import type { Thread } from "../threads/thread";

/** Removes the patient's name on devices that hide names. */
export function useShownThread<Shown extends Pick<Thread, "patient_name">>(thread: Shown): Shown {
  const { hidesNames } = usePage();
  return hidesNames ? { ...thread, patient_name: null } : thread;
}
