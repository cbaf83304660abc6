import { constants, setPriority } from "node:os";

/** Lowers the calling thread's priority. Only Linux has priorities per thread; elsewhere it would be the process's. */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
