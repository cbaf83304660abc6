// A container of the image with a separate volume and the host's network, locked down as in compose.yaml.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export function openContainer({ folder, buildah }, { image, says }) {
  const volume = join(folder, "volume");
  mkdirSync(volume, { mode: 0o700 });
  const [user, group] = says.User.split(":").map(Number);
  chownSync(volume, user, group);
  const root = buildah("mount", buildah("from", "--pull-never", image));
  const call = (command, environment = {}) => [
    ...["--mount", "sh", join(import.meta.dirname, "locked.sh"), root, volume, says.User],
    ...["env", "-i", "-C", says.WorkingDir, ...says.Env],
    ...Object.entries(environment).map((pair) => pair.join("=")),
    ...command,
  ];

  let running = null;

  return {
    volume,
    /** Stops the container if it still runs. */
    close() {
      if (running && existsSync(`/proc/${running}`)) process.kill(running, "SIGKILL");
    },
    /** Bytes of every file in it. */
    bytes: () => Number(execFileSync("du", ["-sb", root], { encoding: "utf8" }).split("\t")[0]),
    /** Runs a command to its end; returns its output. */
    run: (command, environment) =>
      execFileSync("unshare", call(command, environment), {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      }),
    /** Starts the image's command and waits until its health check passes. */
    async start(environment) {
      const began = performance.now();
      const child = spawn("unshare", call(says.Cmd, environment), { stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
      const ended = new Promise((resolve) => child.once("close", resolve));
      const url = `http://127.0.0.1:${environment.PORT}`;
      while (!(await isThere(url))) {
        if (child.exitCode !== null) throw new Error(`It ended immediately:\n${output}`);
        await sleep(20);
      }
      const startedIn = performance.now() - began;
      const pid = programOf(says.Cmd, environment.PORT);
      running = pid;
      return {
        url,
        startedIn,
        output: () => output,
        memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1000,
        /** Sends the program a signal; returns the milliseconds until it ended. */
        async end(signal) {
          const asked = performance.now();
          process.kill(pid, signal);
          await ended;
          running = null;
          return performance.now() - asked;
        },
      };
    },
  };
}

const isThere = (url) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The process that runs this command for this port. */
function programOf(command, port) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const own = readFileSync(`/proc/${pid}/cmdline`, "utf8").endsWith(`\0${command.at(-1)}\0`);
      const itsPort = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`PORT=${port}`);
      if (own && itsPort) return Number(pid);
    } catch {
      // It ended while it was looked at.
    }
  }
  throw new Error(`Nothing runs ${command.join(" ")}.`);
}
