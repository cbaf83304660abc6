import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "~/config.server";
import { projectRoot } from "~/core/root.server";
import { prepareDemo } from "~/demo/prepare-demo.server";
import { scales } from "~/demo/scale";
import { demoLines, writeDemoFile } from "~/demo/write-demo.server";

/** demo: makes today's demo unless it is there, serves it until a signal, and says how to get in. */
export async function demo(config: Config): Promise<number> {
  if (config.demoScale === "large") console.log("Making the large demo takes a minute or two…");
  const { file } = await prepareDemo(config, scales[config.demoScale]);
  const { start }: typeof import("~/server") = await import(
    pathToFileURL(join(projectRoot, "build/server.js")).href
  );
  const running = await start(config);
  const stopped = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  console.log(`\n${demoLines(file, writeDemoFile(config, file)).join("\n")}\n`);
  await stopped;
  await running.stop();
  return 0;
}
