import { type ChildProcess, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { Config } from "~/config.server";
import { projectRoot } from "~/core/root.server";
import type * as serverModule from "~/server";
import { atEnd } from "./cleanup";
import { freePort } from "./free-port";
import { record } from "./presses/record";
import { scratchConfig, scratchEnvironment, type TestClock, testClock } from "./scratch";
import { shiftedClock } from "./shifted-clock";
import { copyTemplateTo } from "./template-database";

/** Imports the production build of the server. */
export async function builtServer(): Promise<typeof serverModule> {
  return import(/* @vite-ignore */ pathToFileURL(`${projectRoot}/build/server.js`).href);
}

async function environmentWithPort(environment: Record<string, string>): Promise<Record<string, string>> {
  const port = String(await freePort());
  return scratchEnvironment({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...environment });
}

/** Starts the built server in this process, with a new database and a clock that the test sets. */
export async function startServer(
  environment: Record<string, string> = {},
  clock: TestClock = testClock(),
  settings: Partial<Config> = {},
) {
  const { start } = await builtServer();
  const config = { ...scratchConfig(await environmentWithPort(environment)), ...settings };
  if (!config.database) copyTemplateTo(config.dataDir);
  const running = await start(config, clock);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= running.stop();
    return stopped;
  };
  atEnd(stop);
  return { url: running.url, app: running.app, setupLink: running.setupLink, clock, stop };
}

export interface SpawnedServer {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Its output so far, from stdout and stderr. */
  output(): string;
  /** Sends a signal and waits for the exit. Returns the exit code, or null if the signal killed the process. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `node build/server.js`, or another program with arguments, in a separate process with the system's clock. */
export async function spawnServer(
  environment: Record<string, string> = {},
  program = "build/server.js",
): Promise<SpawnedServer> {
  const settings = await environmentWithPort({ LOG_LEVEL: "info", ...environment });
  if (!environment.DATA_DIR && !settings.DATABASE_URL && program === "build/server.js")
    copyTemplateTo(settings.DATA_DIR ?? "");
  const { child, output, ended } = spawnNode(program.split(" "), settings);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", () => {
      if (/Firstnight is running at|\[remix-serve\]/.test(output())) resolve();
    });
    child.once("exit", () => reject(new Error(`The server exited immediately:\n${output()}`)));
  });
  record({ type: "ran", program });
  const end = (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null) child.kill(signal);
    return ended;
  };
  atEnd(() => end("SIGKILL"));
  return { url: settings.PUBLIC_URL ?? "", dataDir: settings.DATA_DIR ?? "", child, output, end };
}

/** Runs a Node program and waits until it exits. */
export async function runNode(args: string[], environment: Record<string, string> = {}) {
  const { output, ended } = spawnNode(args, scratchEnvironment(environment));
  return { code: await ended, output: output() };
}

/** Runs one of the command-line tools, like `npm run`. */
export function runCommand(args: string[], environment: Record<string, string>) {
  return runNode(["app/cli/run.mjs", ...args], environment);
}

/** Starts a command-line tool without waiting until it exits. */
export function startCommand(args: string[], environment: Record<string, string>) {
  return spawnNode(["app/cli/run.mjs", ...args], scratchEnvironment(environment));
}

function spawnNode(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      ...shiftedClock(),
      NODE_COMPILE_CACHE: `${projectRoot}/test-results/compile-cache`,
      ...environment,
    },
  });
  let text = "";
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const program = args.slice(0, 2).join(" ");
  ended.then((code) => code === 0 && record({ type: "ran", program }));
  return { child, output: () => text, ended };
}
