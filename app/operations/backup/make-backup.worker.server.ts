import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "~/core/lower-thread-priority.server";
import { type BackupOrder, makeBackup } from "./make-backup.server";

// A thread of its own: copying and checking a large database takes seconds without a pause.
lowerThreadPriority();
parentPort?.postMessage(await makeBackup(workerData as BackupOrder));
