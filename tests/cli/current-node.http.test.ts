import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { eventually } from "../support/eventually";
import { scratchFolder } from "../support/scratch";

/** Creates a project with one program, a Node that claims to be 20.20.2, and an npm that runs the given script. */
function oldMachine(npm: string, program = "console.log(process.execArgv, process.argv.slice(2));") {
  const folder = scratchFolder();
  const home = join(folder, "app/cli");
  const tools = join(folder, "tools");
  mkdirSync(home, { recursive: true });
  mkdirSync(tools);
  copyFileSync(join(projectRoot, "app/cli/current-node.mjs"), join(home, "current-node.mjs"));
  writeFileSync(join(home, "program.mjs"), `import "./current-node.mjs";\n${program}`);
  // Only the first process claims to be old. The process that it starts inherits FETCHED.
  writeFileSync(
    join(folder, "old.cjs"),
    `if (!process.env.FETCHED) Object.defineProperty(process.versions, "node", { value: "20.20.2" });
     process.env.FETCHED = "yes";`,
  );
  if (npm) writeFileSync(join(tools, "npm"), `#!/bin/sh\n${npm}\n`);
  if (npm) chmodSync(join(tools, "npm"), 0o755);
  const call = [`--require=${folder}/old.cjs`, join(home, "program.mjs"), "one", "two words"];
  const env = { NODE_ENV: "test" as const, PATH: npm ? `${tools}:/usr/bin:/bin` : tools };
  return {
    folder,
    stored: () => (existsSync(join(folder, ".node")) ? readdirSync(join(folder, ".node")) : []),
    calls: () => readFileSync(join(tools, "calls"), "utf8").trim().split("\n"),
    run: () => spawnSync(process.execPath, call, { encoding: "utf8", env }),
    start: (): ChildProcessWithoutNullStreams => spawn(process.execPath, call, { env }),
  };
}

/** Handles `install --prefix FOLDER … NAME@VERSION` by installing the Node that runs this test. */
const installs = `echo "$@" >> "$(dirname "$0")/calls"
for name; do :; done
bin="$3/node_modules/\${name%@*}/bin"
mkdir -p "$bin" && ln -s ${process.execPath} "$bin/node"`;

test("an old Node downloads a current one only once and passes along flags and arguments", () => {
  const machine = oldMachine(installs);
  const first = machine.run();
  expect(first.stderr).toBe("Node 20.20.2 is too old. Fetching Node 26.10.0 through npm (only once)…\n");
  expect(first.stdout).toMatch(/^\[ '--require=.*old.cjs' \] \[ 'one', 'two words' \]\n$/);
  expect(first.status).toBe(0);
  const second = machine.run();
  expect(second.stderr).toBe("");
  expect(second.stdout).toBe(first.stdout);
  expect(machine.calls()).toHaveLength(1);
  expect(machine.stored()).toEqual(["26.10.0"]);
  expect(statSync(join(machine.folder, ".node/26.10.0")).mode & 0o777).toBe(0o755);
});

test("a program running on a downloaded Node exits with its own exit code", () => {
  expect(oldMachine(installs, "process.exit(7);").run().status).toBe(7);
});

test("a stop signal reaches the program running on a downloaded Node", async () => {
  const program = `process.on("SIGTERM", () => process.exit(3));
    setInterval(() => {}, 60_000);
    console.log("ready");`;
  const child = oldMachine(installs, program).start();
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  await eventually(
    () => output,
    (text) => text.includes("ready"),
  );
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([3, null]);
});

test.each([
  ["npm is missing", "", "npm did not start, so it can't fetch a newer one (ENOENT)."],
  ["npm fails", "echo 'network is down' >&2; exit 1", "npm could not fetch a newer one:\n\nnetwork is down"],
  [
    "the downloaded Node doesn't start",
    `${installs.replace("ln -s", "echo broken > $bin/node; chmod +x $bin/node; true")}`,
    "the version from npm can't run on this machine:",
  ],
])("when %s, the error explains the cause and the fix, and no files are left", (_case, npm, reason) => {
  const machine = oldMachine(npm);
  const { status, stderr, stdout } = machine.run();
  expect(stderr).toContain(`Firstnight needs Node 22.12 or newer. This is Node 20.20.2, and ${reason}`);
  expect(stderr).toMatch(/Install Node 26 from https:\/\/nodejs.org, then run the command again.\n$/);
  expect(stdout).toBe("");
  expect(status).toBe(1);
  expect(machine.stored()).toEqual([]);
});
