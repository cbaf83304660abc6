import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import * as build from "@remix-run/dev/server-build";
import { makeSetupLink } from "~/accounts/setup.server";
import { startApp } from "~/app-process.server";
import type { App } from "~/boot/app.server";
import { listen } from "~/boot/listen.server";
import { type Config, ConfigError, readConfig } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import { commandLine } from "~/core/settings/command-line.server";
import { keepToOwner } from "~/core/settings/data-folder.server";
import { type Clock, second } from "~/core/time";
import { noteConnection } from "~/core/yield-to-event-loop.server";
import { isDemoDatabase } from "~/demo/folder/demo-marker.server";
import { followConnections } from "~/http/connections.server";
import { createListener } from "~/http/listener.server";
import { fastRenderer } from "~/http/render/fast-renderer.server";
import { buildForRemixServe } from "~/http/render/remix-serve.server";
import { stockRenderer } from "~/http/render/stock-renderer.server";
import { slowestBody } from "~/http/request/body.server";
import { findNewAddress } from "~/operations/api/find-new-address.server";
import { Replaced, startTakeoverWatch } from "~/operations/standby/installation.server";

export { build };

// `remix-serve build/server.js` expects these exports of a Remix build.
export const { assets, assetsBuildDirectory, basename, future, isSpaMode, mode, publicPath } = build;
export const { entry, routes } = buildForRemixServe(build, () => {
  servedApp ??= startForRemixServe();
  return servedApp;
});

export interface Running {
  app: App;
  url: string;
  /** A link to create the first admin; null once there are users. Shown only in the terminal. */
  setupLink: string | null;
  stop(): Promise<void>;
}

export async function start(config: Config, clock?: Clock): Promise<Running> {
  const { app, stop } = await startApp(config, clock);
  let stopping = false;
  const listener = createListener(app, {
    build,
    renderer: config.render === "fast" ? fastRenderer : stockRenderer,
    publicFolder: join(projectRoot, "public"),
    isStopping: () => stopping,
    findNewAddress,
  });
  const server = createServer(listener);
  server.on("connection", noteConnection);
  const closeConnections = followConnections(server);
  // Long enough for uploads. Small bodies have a shorter timeout.
  server.requestTimeout = slowestBody;
  server.headersTimeout = 15 * second;
  server.keepAliveTimeout = 65 * second;
  server.maxRequestsPerSocket = 10_000;
  await listen(server, config);
  return {
    app,
    url: urlOf(server, config),
    setupLink: await makeSetupLink(app),
    stop() {
      stopping = true;
      return stop(closeConnections);
    },
  };
}

function urlOf(server: Server, config: Config): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  return `http://${config.host === "0.0.0.0" ? "localhost" : config.host}:${port}`;
}

function servingConfig(): Config {
  keepToOwner();
  // Saves memory on small machines: V8 collects garbage when its heap has grown by 20% instead of 100%.
  setFlagsFromString("--heap-growing-percent=20");
  const config = readConfig(process.env);
  const { dataDir, serveDemo, database } = config;
  const demo = !database && isDemoDatabase(join(dataDir, "firstnight.db"));
  if (serveDemo || !demo) return { ...config, demo };
  throw new Refusal(
    "conflict",
    `${dataDir} contains the demo, whose passwords are public. Set DATA_DIR to another folder, run the demo with "${commandLine("demo")}", or set SERVE_DEMO=on to serve it anyway.`,
  );
}

// The process exits within ten seconds, even if shutdown is still waiting.
const longestStop = 9.5 * second;

function stopOnSignals({ app, stop }: Pick<Running, "app" | "stop">): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), longestStop).unref();
    stop().then(
      () => process.exit(),
      () => process.exit(1),
    );
  };
  // Not `once`, because npm forwards a signal that the process group has already received.
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

let servedApp: Promise<App> | undefined;

async function startForRemixServe(): Promise<App> {
  const running = await startApp(servingConfig());
  stopOnSignals(running);
  announce(running.app, await makeSetupLink(running.app));
  return running.app;
}

function announce({ config }: App, setupLink: string | null): void {
  console.log(`Firstnight is running at ${config.publicUrl}`);
  if (!setupLink) return;
  console.log(`No one can sign in yet. Create the first admin here:\n  ${setupLink}`);
}

async function main(): Promise<void> {
  try {
    const running = await start(servingConfig());
    stopOnSignals(running);
    announce(running.app, running.setupLink);
    startTakeoverWatch(running.app, (why) => {
      console.error(why.message);
      process.exitCode = Replaced.exitCode;
      process.kill(process.pid, "SIGTERM");
    });
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
    process.exit(error instanceof Replaced ? Replaced.exitCode : 1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
