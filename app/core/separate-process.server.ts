import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { projectRoot } from "./root.server";

/**
 * Starts a program of the build (`*.worker.server.ts`) in a separate process, because the server would keep the memory
 * of a thread after it ends (decision 036).
 * @param name like `make-backup`
 * @param v8 options of V8, like `--max-old-space-size=256` (MB)
 */
export const startProcess = (name: string, v8: readonly string[]): ChildProcess =>
  fork(join(projectRoot, `build/${name}.worker.js`), { execArgv: [...v8], serialization: "advanced" });

/** Called in that process: requests go first, and if the server ends without waiting, so does this process. */
export function serveParent(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.once("disconnect", () => process.exit());
}
