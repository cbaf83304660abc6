import { existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "~/core/root.server";
import { serveManyDatabases } from "./many-databases";
import { startSqld } from "./start-sqld";

// On a RAM disk if there is space: these tests cut no power, and a disk delays every change.
const memory = "/dev/shm";
const roomFor = 2 * 1024 ** 3;

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomFor;
}

/** One libSQL server for the whole run, with a database for each test folder. */
export async function setup(): Promise<() => Promise<void>> {
  // The same folder each time, so data of a killed run doesn't stay.
  const folder = join(hasRoom() ? memory : tmpdir(), `firstnight-sqld${projectRoot.replaceAll("/", "-")}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const server = await startSqld(folder, {
    args: [
      ...["--enable-namespaces", "--max-active-namespaces", "100000"],
      ...["--max-concurrent-connections", "10000"],
    ],
  });
  process.env.TEST_DATABASE_SERVER = await serveManyDatabases(server);
  return async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  };
}
