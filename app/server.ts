import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import * as build from "@remix-run/dev/server-build";
import { collectDefaultMetrics } from "prom-client";
import { makeSetupLink } from "~/accounts/setup.server";
import { type App, openApp } from "~/boot/app.server";
import { checkSecret } from "~/boot/check-secret.server";
import { listen } from "~/boot/listen.server";
import { type Config, ConfigError, readConfig } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { projectRoot } from "~/core/root.server";
import { commandLine } from "~/core/settings/command-line.server";
import { keepToOwner } from "~/core/settings/data-folder.server";
import { type Clock, second } from "~/core/time";
import { noteConnection } from "~/core/yield-to-event-loop.server";
import { workUnderLease } from "~/db/remote/lease.server";
import { takeServerLock } from "~/db/server-lock.server";
import { startSweep } from "~/db/sweep.server";
import { isDemoDatabase } from "~/demo/folder/demo-marker.server";
import { followConnections } from "~/http/connections.server";
import { createListener } from "~/http/listener.server";
import { apiRoutesOf } from "~/http/openapi.server";
import { handlerOf } from "~/http/render/single-route-handler.server";
import { slowestBody } from "~/http/request/body.server";
import { routeNames } from "~/http/route-names.server";
import { endFollowing } from "~/inbox/watch-changes.server";
import { releaseLeases } from "~/messages/delivery/claim-due.server";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { measureOutbox } from "~/messages/delivery/measure-outbox.server";
import { startBackups } from "~/operations/backup/start-backups.server";
import { measureDatabase } from "~/operations/health/measure-database.server";
import { startWatch } from "~/operations/health/start-watch.server";
import { startRetention } from "~/operations/retention/start-retention.server";
import { startImports } from "~/orders/import/start-imports.server";
import { startSync } from "~/orders/order-system/start-sync.server";
import { startNotifyingOfMoves } from "~/visits/moves/notify-of-moves.server";
import { startReminders } from "~/visits/reminders.server";

export { build };

export interface Running {
  app: App;
  /** Where it listens, `http://host:port`. */
  url: string;
  /** Where the first admin is made, while there is no user; shown once, to whoever started it. */
  setupLink: string | null;
  /** Finishes what is in flight, then closes the database. */
  stop(): Promise<void>;
}

/** Starts the product: lock, database, delivery, doors. `clock` is passed by tests. */
export async function start(config: Config, clock?: Clock): Promise<Running> {
  const unlock = takeServerLock(config.dataDir);
  const app = openApp(config, clock);
  try {
    await checkSecret(app);
  } catch (error) {
    await app.close();
    unlock();
    throw error;
  }
  let stopping = false;
  const publicFolder = join(projectRoot, "public");
  const apiRoutes = apiRoutesOf(build.routes);
  const routeName = routeNames(Object.values(build.routes).map((route) => route?.path));
  const remix = handlerOf(build, routeName);
  const listener = createListener(app, remix, publicFolder, () => stopping, apiRoutes, routeName);
  const server = createServer(listener);
  server.on("connection", noteConnection);
  const closeConnections = followConnections(server);
  collectDefaultMetrics({ register: app.metrics.registry });
  measureOutbox(app);
  measureDatabase(app);
  // Small bodies have a shorter limit of their own.
  server.requestTimeout = slowestBody;
  server.headersTimeout = 15 * second;
  server.keepAliveTimeout = 65 * second;
  server.maxRequestsPerSocket = 10_000;
  const stopWork = await startWork(app);
  // An instance that joins others begins its own note of the audit log's newest row.
  if (config.database && app.auditHead.read() === null) app.auditHead.touch(0);
  // These have to do with files of this machine, whichever instance does the rest.
  const stopImports = startImports(app);
  const stopBackups = startBackups(app);
  await listen(server, config);
  return {
    app,
    url: urlOf(server, config),
    setupLink: await makeSetupLink(app),
    async stop() {
      stopping = true;
      endFollowing(app);
      // Side by side: each may have to wait for somebody else's answer, and the end must come in time.
      await Promise.all([closeConnections(), stopWork(), stopImports(), stopBackups()]);
      await app.close();
      unlock();
    },
  };
}

/** What one instance alone does at a time; with a file of its own a server is alone anyway. */
async function startWork(app: App): Promise<() => Promise<void>> {
  const begin = () => {
    const stops = [
      startSweep,
      startDelivery,
      startReminders,
      startNotifyingOfMoves,
      startSync,
      startWatch,
      startRetention,
    ].map((startOne) => startOne(app));
    return async () => {
      await Promise.all(stops.map((stopOne) => stopOne()));
    };
  };
  if (app.config.database) return workUnderLease(app, "work", begin);
  await releaseLeases(app);
  return begin();
}

function urlOf(server: Server, config: Config): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  return `http://${config.host === "0.0.0.0" ? "localhost" : config.host}:${port}`;
}

/** A demo is for trying out: its passwords stand in the source. `npm run demo` serves it, and says so. */
function refuseDemo({ dataDir, serveDemo, database }: Config): void {
  if (serveDemo || database || !isDemoDatabase(join(dataDir, "firstnight.db"))) return;
  throw new Refusal(
    "conflict",
    `${dataDir} holds the demo, whose passwords everybody can know. Set DATA_DIR to another folder for real work, run the demo by "${commandLine("demo")}", or set SERVE_DEMO=on to serve it all the same.`,
  );
}

// Whatever a stop waits for, the process ends within the ten seconds that are promised.
const longestStop = 9.5 * second;

async function main(): Promise<void> {
  keepToOwner();
  // A clinic's machine is small: V8 cleans up once its memory has grown by a fifth, where it would let it double.
  setFlagsFromString("--heap-growing-percent=20");
  try {
    const config = readConfig(process.env);
    refuseDemo(config);
    const running = await start(config);
    let stopping = false;
    const stop = (signal: string) => {
      if (stopping) return;
      stopping = true;
      running.app.log.info({ signal }, "stopping");
      setTimeout(() => process.exit(1), longestStop).unref();
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    // More than once: npm passes on a signal that the whole process group got already.
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
    console.log(`Firstnight is running at ${running.app.config.publicUrl}`);
    if (running.setupLink) {
      console.log(`Nobody can sign in yet. Set it up here, once:\n  ${running.setupLink}`);
    }
  } catch (error) {
    if (error instanceof ConfigError) console.error(error.message);
    else console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
