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

/** demo: makes today's demo unless it is there, serves it until a signal, and says how to get in. */
export async function demo(given: Config): Promise<number> {
  // The simulated order system of the demo answers on this machine.
  const config = { ...given, orderSystemPrivateHosts: [...given.orderSystemPrivateHosts, "127.0.0.1"] };
  if (config.demoScale === "large") console.log("Making the large demo takes a minute or two…");
  const { file } = await prepareDemo(config, scales[config.demoScale]);
  const simulator = await startSimulator(config);
  const { start }: typeof import("~/server") = await import(
    pathToFileURL(join(projectRoot, "build/server.js")).href
  );
  const running = await start(config);
  const stopped = new Promise<void>((resolve) => {
    // More than once: npm passes on a signal that the whole process group got already.
    process.on("SIGINT", resolve);
    process.on("SIGTERM", resolve);
  });
  const asking = simulator ? connectedDatabase : null;
  console.log(`\n${demoLines(file, writeDemoFile(config, file), asking).join("\n")}\n`);
  await stopped;
  if (simulator) await disconnectDemo(running.app);
  await running.stop();
  // It may have been ended with everything else.
  if (simulator?.connected) simulator.disconnect();
  return 0;
}
