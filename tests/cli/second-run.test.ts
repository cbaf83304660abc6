import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { projectRoot } from "~/core/root.server";
import { secondRun, summarize } from "../support/run-tests.mjs";

const file = (name: string, status: "passed" | "failed") => ({
  name: join(projectRoot, name),
  status,
  assertionResults: [{ status, fullName: "a test" }],
});
const runOf = (...files: ReturnType<typeof file>[]) => ({
  succeeded: files.every(({ status }) => status === "passed"),
  files,
});

test("a browser file that failed runs once more, and its second result counts", () => {
  const first = runOf(file("tests/a.test.ts", "passed"), file("tests/b.browser.test.ts", "failed"));
  const runFiles = vi.fn(() => runOf(file("tests/b.browser.test.ts", "passed")));
  expect(summarize(secondRun(first, runFiles)).text).toBe("2 passed, 0 failed");
  expect(runFiles).toHaveBeenCalledWith(["tests/b.browser.test.ts"]);
  const again = runOf(file("tests/b.browser.test.ts", "failed"));
  expect(summarize(secondRun(first, () => again)).text).toBe("1 passed, 1 failed");
});

test("other failures stay as they are", () => {
  const runFiles = vi.fn();
  const mixed = runOf(file("tests/a.http.test.ts", "failed"), file("tests/b.browser.test.ts", "failed"));
  const many = runOf(
    ...Array.from({ length: 6 }, (_, index) => file(`tests/${index}.browser.test.ts`, "failed")),
  );
  const good = runOf(file("tests/a.test.ts", "passed"));
  for (const run of [mixed, many, good]) expect(secondRun(run, runFiles)).toBe(run);
  expect(runFiles).not.toHaveBeenCalled();
});
