import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "~/core/lower-thread-priority.server";
import { type BackupOrder, makeBackup } from "./make-backup.server";

lowerThreadPriority();
parentPort?.postMessage(await makeBackup(workerData as BackupOrder));
