import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";

interface Locked {
  version?: string;
}

const jsonOf = (file: string) => JSON.parse(readFileSync(join(projectRoot, file), "utf8"));
const packages = Object.entries(jsonOf("package-lock.json").packages as Record<string, Locked>);

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Lists the versions of a package in the lockfile, with a version for each copy. */
const versionsOf = (name: string) =>
  packages.filter(([path]) => nameOf(path) === name).map(([, { version }]) => version);

test("the lockfile has one copy of each router package, at the fixed version", () => {
  expect(versionsOf("@remix-run/router")).toEqual(["1.23.4"]);
  expect(versionsOf("react-router")).toEqual(["6.30.6"]);
  expect(versionsOf("react-router-dom")).toEqual(["6.30.6"]);
});
