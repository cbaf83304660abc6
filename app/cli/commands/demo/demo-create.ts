import type { Config } from "~/config.server";
import { scales } from "~/demo/demo-size";
import { prepareDemo } from "~/demo/folder/prepare-demo.server";
import { writeDemoFile } from "~/demo/folder/write-demo.server";

/** demo:create: makes today's demo in DATA_DIR unless it is there, and its demo.json; starts nothing. */
export async function demoCreate(config: Config): Promise<number> {
  const { created, file } = await prepareDemo(config, scales[config.demoScale]);
  const path = writeDemoFile(config, file);
  console.log(`${created ? "Made today's demo" : "Today's demo is there already"}: ${path}`);
  return 0;
}
