import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import { scales } from "~/demo/demo-size";
import { prepareDemo } from "~/demo/folder/prepare-demo.server";
import { demoLines, writeDemoFile } from "~/demo/folder/write-demo.server";
import {
  connectDemo,
  disconnectDemo,
  listRecords,
  type SimulatedServices,
} from "~/demo/order-system/connect-simulator.server";
import { connectedDatabase } from "~/demo/order-system/demo-settings";

/** demo: creates today's demo unless it exists, prints how to sign in, and serves it until a signal. */
export async function demo(settings: Config): Promise<number> {
  // The demo's simulated order system runs on this machine.
  const config = { ...settings, privateHosts: [...settings.privateHosts, "127.0.0.1"] };
  if (config.demoScale === "large") console.log("Creating the large demo takes a minute or two…");
  const { file } = await prepareDemo(config, scales[config.demoScale]);
  const simulator = await startSimulator(config);
  const { start }: typeof import("~/server") = await import(
    pathToFileURL(join(projectRoot, "build/server.js")).href
  );
  const running = await start(config);
  const stopped = new Promise<void>((resolve) => {
    // Not `once`: npm forwards a signal that the process group has already received.
    process.on("SIGINT", resolve);
    process.on("SIGTERM", resolve);
  });
  const connected = simulator ? connectedDatabase : null;
  console.log(`\n${demoLines(file, writeDemoFile(config, file), connected).join("\n")}\n`);
  await stopped;
  if (simulator) await disconnectDemo(running.app);
  await running.stop();
  // The same signal may already have ended it.
  if (simulator?.connected) simulator.disconnect();
  return 0;
}

/**
 * Starts the simulated order system in its own process and connects one of the demo's databases to it. The
 * system ends with this process. Returns null in a checkout without tests, because it is part of them.
 */
async function startSimulator(config: Config): Promise<ChildProcess | null> {
  const program = join(projectRoot, "build/simulated-order-system.js");
  if (!existsSync(program)) return null;
  const simulator = fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const app = openApp(config);
  try {
    simulator.send(await listRecords(app));
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
