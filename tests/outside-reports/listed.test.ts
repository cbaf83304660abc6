import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";

const report = /[\w.-]+\/[\w.-]+#\d+/g;

test("the document lists exactly the reports that the tests try", () => {
  const document = readFileSync(join(projectRoot, "docs/outside-reports.md"), "utf8");
  const tried = globSync("tests/outside-reports/*-*.test.ts", { cwd: projectRoot }).flatMap(
    (file) => readFileSync(join(projectRoot, file), "utf8").match(report) ?? [],
  );
  expect(new Set(tried).size).toBeGreaterThan(150);
  expect(new Set(document.match(report))).toEqual(new Set(tried));
});
