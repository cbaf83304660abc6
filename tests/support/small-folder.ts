import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { atEnd } from "./cleanup";
import { eventually } from "./eventually";
import { scratchFolder } from "./scratch";

/**
 * Makes a folder with its own file system of this many megabytes. Only programs that are started with `runIn` see it at
 * `folder`. Others find it at `seen`.
 */
export async function smallFolder(megabytes: number) {
  const folder = scratchFolder();
  const mount = `mount -t tmpfs -o size=${megabytes}m none "$0" && touch "$0/mounted" && exec sleep 600`;
  const holder = spawn("unshare", ["--mount", "--map-root-user", "sh", "-c", mount, folder]);
  atEnd(() => {
    holder.kill("SIGKILL");
  });
  const { pid = 0 } = holder;
  const seen = join("/proc", String(pid), "root", folder);
  await eventually(() => existsSync(join(seen, "mounted")), Boolean);
  return {
    folder,
    seen,
    runIn: ["nsenter", "--target", String(pid), "--user", "--mount", "--preserve-credentials"],
  };
}
