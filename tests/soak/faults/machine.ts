import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { projectRoot } from "~/core/root.server";
import { scratchFolder } from "../../support/scratch";

/** Controls a running server's clock and disk. */
export function makeMachine(dataDir: string) {
  const folder = scratchFolder();
  const library = join(folder, "machine.so");
  const source = join(projectRoot, "tests/soak/faults/machine.c");
  execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"]);
  const file = join(folder, "machine");
  writeFileSync(file, Buffer.alloc(16));
  const fd = openSync(file, "r+");
  const state = Buffer.alloc(16);
  const put = (place: 0 | 8, value: number) => {
    state.writeBigInt64LE(BigInt(value), place);
    writeSync(fd, state, 0, 16, 0);
  };
  return {
    environment: { LD_PRELOAD: library, MACHINE: file, MACHINE_BELOW: dataDir },
    /** Shifts the clock by this many milliseconds. */
    setClock: (milliseconds: number) => put(0, Math.round(milliseconds / 1000)),
    /** Makes every write to the data folder fail with this error. */
    failWrites: (name: "ENOSPC" | "EROFS" | null) => put(8, name ? constants.errno[name] : 0),
  };
}

const limits = [
  // Version 2 of control groups, then version 1.
  ["/sys/fs/cgroup/cgroup.controllers", "/sys/fs/cgroup", "memory.max"],
  ["/sys/fs/cgroup/memory/tasks", "/sys/fs/cgroup/memory", "memory.limit_in_bytes"],
] as const;

/** Limits the memory of a process; returns a description of the limit. */
export function limitMemory(pid: number, megabytes: number): string {
  for (const [sign, above, name] of limits) {
    if (!existsSync(sign)) continue;
    const group = join(above, `firstnight-soak-${process.pid}`);
    try {
      mkdirSync(group, { recursive: true });
      writeFileSync(join(group, name), String(megabytes * 1024 * 1024));
      writeFileSync(join(group, "cgroup.procs"), String(pid));
      // The group can be removed only after the server has exited.
      process.once("exit", () => spawnSync("rmdir", [group]));
      return `${megabytes} MB with ${name} of a control group`;
    } catch {
      // Only root can create control groups.
    }
  }
  return "only --max-old-space-size, because control groups aren't available";
}
