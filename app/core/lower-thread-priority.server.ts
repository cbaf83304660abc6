import { constants, setPriority } from "node:os";

/**
 * Lets the thread that calls it work behind those that answer requests, where both want the processor. Linux
 * alone ranks threads one by one; elsewhere the whole process would step back.
 */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
