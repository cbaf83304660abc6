import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveManyDatabases } from "./many-databases";
import { startSqld } from "./start-sqld";

/** One libSQL server for the whole run, with a database for each folder of a test. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-sqld-"));
  const server = await startSqld(folder, {
    args: ["--enable-namespaces", "--max-active-namespaces", "100000"],
  });
  process.env.TEST_DATABASE_SERVER = await serveManyDatabases(server);
  return async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  };
}
