import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import {
  connectDemo,
  readRecords,
  type SimulatedServices,
} from "~/demo/order-system/connect-simulator.server";

/**
 * Starts the simulated order system as a program of its own, gives it the demo's orders of one database,
 * and connects that database to it. It ends when this process does. Null where the checkout came without
 * its tests, of which it is one.
 */
export async function startSimulator(config: Config): Promise<ChildProcess | null> {
  const program = join(projectRoot, "build/simulated-order-system.js");
  if (!existsSync(program)) return null;
  const simulator = fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const app = openApp(config);
  try {
    simulator.send(await readRecords(app));
    const ended = once(simulator, "exit").then(() => {
      throw new Refusal("conflict", "The simulated order system ended at its start. Please try again.");
    });
    const [services] = (await Promise.race([once(simulator, "message"), ended])) as [SimulatedServices];
    await connectDemo(app, services);
    return simulator;
  } finally {
    await app.close();
  }
}
