import { constants, setPriority } from "node:os";

/** Lowers the calling thread's priority. Only on Linux, because elsewhere it would affect the entire process. */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
