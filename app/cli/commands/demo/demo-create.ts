import type { Config } from "~/config.server";
import { scales } from "~/demo/demo-size";
import { prepareDemo } from "~/demo/folder/prepare-demo.server";
import { writeDemoFile } from "~/demo/folder/write-demo.server";

/** demo:create: creates today's demo in DATA_DIR unless it exists, and writes its demo.json. */
export async function demoCreate(config: Config): Promise<number> {
  const { created, file } = await prepareDemo(config, scales[config.demoScale]);
  const path = writeDemoFile(config, file);
  console.log(`${created ? "Created today's demo" : "Today's demo already exists"}: ${path}`);
  return 0;
}
