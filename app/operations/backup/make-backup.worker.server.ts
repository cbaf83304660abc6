import { serveParent } from "~/core/separate-process.server";
import { fileErrorMessage } from "~/core/settings/file-error-message";
import { type BackupAnswer, type BackupOrder, makeBackup } from "./make-backup.server";

serveParent();
// A service manager also signals this process when it stops the server, but the server waits for the backup.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.once("message", async (order: BackupOrder) => {
  const answer: BackupAnswer = await makeBackup(order).then(
    (made) => ({ made }),
    (error: Error) => ({ problem: fileErrorMessage(error) ?? error.message, error }),
  );
  process.send?.(answer, () => process.disconnect?.());
});
