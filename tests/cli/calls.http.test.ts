import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { commandLine } from "~/core/settings/command-line.server";
import { onFile, openScratch, scratchFolder } from "../support/scratch";
import { runCommand } from "../support/server";

/** Creates a data folder with a database. */
async function clinic() {
  const DATA_DIR = scratchFolder();
  await openScratch({ ...onFile, DATA_DIR }).close();
  return { ...onFile, DATA_DIR };
}

test.each([
  [["keys:make", "Acme", "Billing"], 'Unexpected arguments after NAME: "Billing".', "keys:make NAME"],
  [
    ["orders:import", "a.csv", "b.csv"],
    'Unexpected arguments after FILE.csv: "b.csv".',
    "orders:import FILE.csv",
  ],
  [["backup", "now"], 'This command doesn\'t take arguments: "now".', "backup"],
  [["codes:generate"], "Missing: --patient-id, --db", "codes:generate --patient-id N --db NAME"],
  [["restore", "--replce"], "Unknown option '--replce'.", "restore FILE [--replace] [--no-start]"],
])("%j fails and shows how to use the command", async (args, mistake, usage) => {
  const { code, output } = await runCommand(args, await clinic());
  expect(code).toBe(2);
  const [error = "", usageLine = ""] = output.split("\n");
  expect(error).toContain(mistake);
  expect(usageLine).toContain(`firstnight ${usage}`);
});

test("the help command and any unknown command list all commands and their arguments", async () => {
  const asked = await runCommand(["--help"], {});
  expect(asked.code).toBe(0);
  const unknown = await runCommand(["bakcup"], {});
  expect([unknown.code, unknown.output]).toEqual([2, `There is no command "bakcup".\n${asked.output}`]);
  expect(asked.output).toContain("  firstnight users:link EMAIL [--two-step-off]\n      prints a link");
});

test("a command fails without a database and doesn't create one", async () => {
  const DATA_DIR = scratchFolder();
  for (const args of [["audit:verify"], ["backup"], ["keys:make", "Acme"]]) {
    const { code, output } = await runCommand(args, { ...onFile, DATA_DIR });
    expect([code, output]).toEqual([1, expect.stringContaining(`There is no database in ${DATA_DIR}.`)]);
  }
  expect(readdirSync(DATA_DIR)).not.toContain("firstnight.db");
});

test.each([
  ["a backup that is a folder", ["restore", "/", "--replace"], {}, "The file is a folder."],
  ["a BACKUP_DIR that is a file", ["backup"], { BACKUP_DIR: process.execPath }, "and is not a folder."],
  ["a BACKUP_DIR inside a file", ["restore:drill"], { BACKUP_DIR: process.execPath }, "is not a folder."],
])("%s shows a clear error message", async (_, args, settings, sentence) => {
  const { code, output } = await runCommand(args, { ...(await clinic()), ...settings });
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  expect(output).not.toContain("    at ");
});

test("messages show commands that the user can run as written", () => {
  vi.stubEnv("npm_execpath", "/usr/lib/npm-cli.js");
  expect(commandLine("backup")).toBe("npm run backup");
  expect(commandLine("restore", "FILE --replace")).toBe("npm run restore -- FILE --replace");
  vi.stubEnv("npm_execpath", undefined);
  expect(commandLine("backup")).toBe("firstnight backup");
  expect(commandLine("restore", "FILE --replace")).toBe("firstnight restore FILE --replace");
  vi.unstubAllEnvs();
});
