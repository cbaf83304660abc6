import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "~/config.server";
import { projectRoot } from "~/core/root.server";
import { scales } from "~/demo/demo-size";
import { prepareDemo } from "~/demo/folder/prepare-demo.server";
import { demoLines, writeDemoFile } from "~/demo/folder/write-demo.server";
import { disconnectDemo } from "~/demo/order-system/connect-simulator.server";
import { connectedDatabase } from "~/demo/order-system/demo-settings";
import { startSimulator } from "./simulator";

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
