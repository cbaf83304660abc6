import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bytesAfter, readLitestream } from "~/operations/standby/litestream-state.server";
import { atEnd } from "./cleanup";
import { freePort } from "./free-port";
import { scratchFolder } from "./scratch";

/** Debian has no Litestream. The npm package contains version 0.3.13, for this platform only. */
export const litestreamProgram =
  process.env.LITESTREAM_PATH ??
  createRequire(import.meta.url).resolve("@flydotio/litestream-linux-x64/litestream");

/** The folder that the file is copied to, or the replica's settings. */
export type Replica = string | Record<string, string>;

interface Options {
  replica: Replica;
  port?: number;
  /** A program with arguments that runs Litestream, such as `nsenter`. */
  runIn?: readonly string[];
}

/** Starts Litestream on the database of a data folder. */
export async function startLitestream(dataDir: string, { replica, port, runIn = [] }: Options) {
  const ownPort = port ?? (await freePort());
  const configuration = join(scratchFolder(), "litestream.yml");
  writeFileSync(
    configuration,
    [
      `addr: "127.0.0.1:${ownPort}"`,
      "dbs:",
      `  - path: ${join(dataDir, "firstnight.db")}`,
      "    monitor-interval: 200ms",
      // As in docs/scaling.md. With the default of 1,000 pages, each checkpoint under load delays copies by a second.
      "    min-checkpoint-page-count: 10000",
      "    replicas:",
      "      - sync-interval: 200ms",
      ...Object.entries(typeof replica === "string" ? { type: "file", path: replica } : replica).map(
        ([name, value]) => `        ${name}: ${value}`,
      ),
    ].join("\n"),
  );
  const [program = "", ...rest] = [...runIn, litestreamProgram, "replicate", "-config", configuration];
  const child = spawn(program, rest, { stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end = (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null) child.kill(signal);
    return ended;
  };
  atEnd(() => end("SIGKILL"));
  return {
    configuration,
    pid: child.pid,
    metricsUrl: `http://127.0.0.1:${ownPort}/metrics`,
    output: () => output,
    end,
  };
}

/** What Litestream reports, and how many bytes the replica lacks; null as long as that isn't known. */
export async function copyState(metricsUrl: string, dataDir: string) {
  const state = readLitestream(await (await fetch(metricsUrl)).text(), "firstnight.db");
  return { ...state, behind: state.copied && (await bytesAfter(dataDir, state.copied)) };
}
