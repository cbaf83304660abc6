// Runs the image in a container with its own volume and the host's network, locked down as in compose.yaml.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export function openContainer({ folder, buildah }, { image, config }) {
  const volume = join(folder, "volume");
  mkdirSync(volume, { mode: 0o700 });
  const [user, group] = config.User.split(":").map(Number);
  chownSync(volume, user, group);
  const root = buildah("mount", buildah("from", "--pull-never", image));
  const call = (command, environment = {}) => [
    ...["--mount", "sh", join(import.meta.dirname, "locked.sh"), root, volume, config.User],
    ...["env", "-i", "-C", config.WorkingDir, ...config.Env],
    ...Object.entries(environment).map((pair) => pair.join("=")),
    ...command,
  ];

  let running = null;

  return {
    volume,
    /** Stops the container if it's still running. */
    close() {
      if (running && existsSync(`/proc/${running}`)) process.kill(running, "SIGKILL");
    },
    /** The size of all files in the image, in bytes. */
    bytes: () => Number(execFileSync("du", ["-sb", root], { encoding: "utf8" }).split("\t")[0]),
    /** Runs a command; returns its output. */
    run: (command, environment) =>
      execFileSync("unshare", call(command, environment), {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      }),
    /** Starts the image's command and waits until its health check passes. */
    async start(environment) {
      const began = performance.now();
      const child = spawn("unshare", call(config.Cmd, environment), { stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
      const ended = new Promise((resolve) => child.once("close", resolve));
      const url = `http://127.0.0.1:${environment.PORT}`;
      while (!(await isHealthy(url))) {
        if (child.exitCode !== null) throw new Error(`The container exited during startup:\n${output}`);
        await sleep(20);
      }
      const startedIn = performance.now() - began;
      const pid = programOf(config.Cmd, environment.PORT);
      running = pid;
      return {
        url,
        startedIn,
        output: () => output,
        memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1000,
        /** Sends a signal to the program; returns the milliseconds until it exits. */
        async end(signal) {
          const began = performance.now();
          process.kill(pid, signal);
          await ended;
          running = null;
          return performance.now() - began;
        },
      };
    },
  };
}

const isHealthy = (url) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The ID of the process that is running this command on this port. */
function programOf(command, port) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const own = readFileSync(`/proc/${pid}/cmdline`, "utf8").endsWith(`\0${command.at(-1)}\0`);
      const itsPort = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`PORT=${port}`);
      if (own && itsPort) return Number(pid);
    } catch {
      // The process exited in the meantime.
    }
  }
  throw new Error(`No process runs ${command.join(" ")}.`);
}
