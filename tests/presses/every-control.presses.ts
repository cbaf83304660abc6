import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { routeNames } from "~/http/route-names.server";
import type { Entry } from "../support/presses/record";
import { clickHooksIn, hooksIn, unpressed } from "../support/presses/unpressed";
import { apiCalls, pageRoutes } from "../support/routes";
import { exceptions } from "./exceptions";

// Runs after all other tests (tests/support/run.mjs) and reads what they have seen and pressed. The list of controls
// comes from the pages that tests open over HTTP or in a browser, because a list by hand would miss new ones. A request
// that a test puts together without the page's form doesn't count: the form may have other fields. Values that are data,
// such as ids and dates, don't distinguish controls, so one press covers all rows of a table. Dragging and keys are not
// part of the check.

const entries: Entry[] = readFileSync(process.env.PRESSES_FILE ?? "", "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line));
const pages = await pageRoutes();
const calls = await apiCalls();
const routeOf = routeNames([...pages, ...calls].map(({ path }) => path));

const files = readdirSync(join(projectRoot, "app"), { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.tsx?$/.test(file),
);
const sourceOf = (file: string) => readFileSync(join(projectRoot, "app", file), "utf8");
const scripts = files.map((file) => (file.includes(".server.") ? "" : sourceOf(file)));
const browserCode = scripts.filter((text) => /\bdocument\b|\bdataset\b/.test(text));
const hooks = new Set(browserCode.flatMap(hooksIn));
/** Scripts use these to find the row of the element that was clicked. */
const rowHooks = ["data-id", "data-visit"];
const clickHooks = new Set(browserCode.flatMap(clickHooksIn).filter((hook) => !rowHooks.includes(hook)));

/** Fails for each problem without an exception, and for each exception that is no longer needed. */
function expectNone(problems: string[], allowed: Record<string, string>): void {
  expect(problems.filter((problem) => !(problem in allowed))).toEqual([]);
  expect(Object.keys(allowed).filter((problem) => !problems.includes(problem))).toEqual([]);
}

test("a test presses every form, button, and scripted link to its good outcome", () => {
  expectNone(unpressed(entries, { routeOf, hooks, clickHooks }), exceptions.controls);
});

test("every page that accepts forms shows one of them in a test", () => {
  const shown = new Set(
    entries.flatMap((entry) =>
      entry.type === "seen" && entry.control.method === "POST" ? [routeOf(entry.control.path)] : [],
    ),
  );
  const hidden = pages.filter(({ path, acceptsForms }) => acceptsForms && !shown.has(path));
  expectNone(
    hidden.map(({ path }) => path),
    exceptions.pages,
  );
});

test("every button with a name and value in the code is shown in a test", () => {
  const shown = new Set(
    entries.flatMap((entry) => (entry.type === "seen" ? [entry.control.button, entry.control.act] : [])),
  );
  const named = files.flatMap((file) =>
    [...sourceOf(file).matchAll(/<(?:B|b)utton\b[^>]*?\bname="(\w+)"\s+value="([a-z_-]+)"/g)].map(
      ([, name, value]) => `${name}=${value}`,
    ),
  );
  expectNone(
    [...new Set(named)].filter((name) => !shown.has(name)),
    {},
  );
});

test("a test gets a good response from every method of the API", () => {
  const good = new Set(
    entries.flatMap((entry) => (entry.type === "called" ? [`${entry.method} ${routeOf(entry.path)}`] : [])),
  );
  expectNone(
    calls.map(({ verb, path }) => `${verb} ${path}`).filter((call) => !good.has(call)),
    {},
  );
});

test("a test runs every command of package.json", () => {
  const ran = new Set(entries.flatMap((entry) => (entry.type === "ran" ? [entry.program] : [])));
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  const programOf = (script: string) => /\bnode (?:--\S+ )*(.+)$/.exec(script)?.[1] ?? script;
  expectNone(
    Object.entries<string>(scripts)
      .filter(([, script]) => !ran.has(programOf(script)))
      .map(([name]) => name),
    exceptions.commands,
  );
});
