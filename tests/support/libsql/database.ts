import { openApp } from "~/boot/app.server";
import { atEnd } from "../cleanup";
import { scratchConfig, scratchFolder, testClock } from "../scratch";
import { type Sqld, startSqld } from "./start-sqld";

type Options = Parameters<typeof startSqld>[1];

/** Starts a separate libSQL server, which a test can kill and restart on the same files. */
export async function startDatabase(options: Options = {}) {
  const folder = scratchFolder();
  let running: Sqld = await startSqld(folder, options);
  if (!options.follows) await running.setDurability("strong");
  atEnd(() => running.end());
  return {
    url: running.url,
    ports: running.ports,
    setDurability: running.setDurability,
    kill: () => running.end("SIGKILL"),
    /** With the server's default durability, it may lose acknowledged writes. */
    async restart(durability: "strong" | "default" = "strong") {
      running = await startSqld(folder, { ...options, ports: running.ports });
      if (durability === "strong" && !options.follows) await running.setDurability("strong");
    },
  };
}

/** Opens one instance's app on a database server, without HTTP. Closes it after the last test of the file. */
export function appOn(environment: { DATABASE_URL: string } & Record<string, string>, clock = testClock()) {
  const app = openApp(scratchConfig(environment), clock);
  atEnd(() => app.close());
  return app;
}
