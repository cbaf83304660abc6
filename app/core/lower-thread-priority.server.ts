import { constants, setPriority } from "node:os";

/** Lowers the calling thread's priority, but only on Linux. Elsewhere, this would affect the entire process. */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
