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
 * Starts the simulated order system in its own process and connects one of the demo's databases to it. The
 * system ends with this process. Returns null in a checkout without tests, because it is part of them.
 */
export async function startSimulator(config: Config): Promise<ChildProcess | null> {
  const program = join(projectRoot, "build/simulated-order-system.js");
  if (!existsSync(program)) return null;
  const simulator = fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const app = openApp(config);
  try {
    simulator.send(await readRecords(app));
    const ended = once(simulator, "exit").then(() => {
      throw new Refusal("conflict", "The simulated order system failed to start. Try again.");
    });
    const [services] = (await Promise.race([once(simulator, "message"), ended])) as [SimulatedServices];
    await connectDemo(app, services);
    return simulator;
  } finally {
    await app.close();
  }
}
