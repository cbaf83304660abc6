import { usePage } from "~/ui/page-context";
import type { CallTask } from "../call-tasks/call-task";

/** The patient's name, or the ID if it is unknown or this device hides names. */
export function useNameToCall(task: Pick<CallTask, "patient_id" | "patient_name">): string {
  const { hidesNames } = usePage();
  return (!hidesNames && task.patient_name) || `patient ${task.patient_id}`;
}
