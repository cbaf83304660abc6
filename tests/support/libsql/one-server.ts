import { existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "~/core/root.server";
import { serveManyDatabases } from "./many-databases";
import { startSqld } from "./start-sqld";

// A RAM disk with enough space is faster, and these tests don't simulate power failures.
const memory = "/dev/shm";
const neededBytes = 2 * 1024 ** 3;

function memoryHasSpace(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > neededBytes;
}

/** Starts one libSQL server for the whole run, with a database for each data folder. */
export async function setup(): Promise<() => Promise<void>> {
  // Every run uses the same folder, so the data of a killed run is deleted.
  const folder = join(
    memoryHasSpace() ? memory : tmpdir(),
    `firstnight-sqld${projectRoot.replaceAll("/", "-")}`,
  );
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
