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
  /** For a replica, the primary's replication port. */
  follows?: number;
  /** The ports of an earlier server in the same folder. */
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

/** Starts a libSQL server on free ports on this machine, with its files in `folder`. */
export async function startSqld(folder: string, { follows, ports, args = [] }: Options = {}) {
  const program = process.env.SQLD_PATH;
  if (!program)
    throw new Error("SQLD_PATH is not set. `npm run test:libsql` downloads a libSQL server and sets it.");
  const used = ports ?? { http: await freePort(), admin: await freePort(), replication: await freePort() };
  const role = follows
    ? ["--primary-grpc-url", `http://127.0.0.1:${follows}`]
    : ["--grpc-listen-addr", `127.0.0.1:${used.replication}`];
  const child = spawn(
    program,
    [
      ...["--db-path", folder, "--no-welcome"],
      ...["--http-listen-addr", `127.0.0.1:${used.http}`, "--admin-listen-addr", `127.0.0.1:${used.admin}`],
      ...role,
      ...args,
    ],
    { stdio: "ignore" },
  );
  const ended = once(child, "exit");
  for (let attempt = 0; !(await isHealthy(used.http)); attempt++) {
    if (child.exitCode !== null || attempt > 1000) throw new Error("The libSQL server did not start.");
    await sleep(20);
  }
  const admin = `http://127.0.0.1:${used.admin}/v1/namespaces`;
  return {
    ports: used,
    url: `ws://127.0.0.1:${used.http}`,
    make: (name: string) => post(`${admin}/${name}/create`, {}),
    copy: (from: string, to: string) => post(`${admin}/${from}/fork/${to}`, {}),
    /** Sets whether acknowledged writes survive a power failure. The default, "relaxed", may lose them. */
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
