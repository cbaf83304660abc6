import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { recordQueries } from "../soak/ids/questions";

// Files share a process, so what one test changes in it would change the results of others. Each second test here fails
// if the first one leaves its change behind.

const ask = () => new Database(":memory:").prepare("select 1").get();

let recorded: ReturnType<typeof recordQueries> = [];

test("queries are recorded during a test", () => {
  recorded = recordQueries();
  ask();
  expect(recorded.map(({ sql }) => sql)).toEqual(["select 1"]);
});

test("queries are no longer recorded after the test that asked for it", () => {
  ask();
  expect(recorded).toHaveLength(1);
});

test("a test can replace a function and a variable", () => {
  vi.spyOn(Math, "max").mockReturnValue(-1);
  vi.stubEnv("LEFT_BEHIND", "yes");
  expect([Math.max(1, 2), process.env.LEFT_BEHIND]).toEqual([-1, "yes"]);
});

test("both have their old values in the next test", () => {
  expect([Math.max(1, 2), process.env.LEFT_BEHIND]).toEqual([2, undefined]);
});
