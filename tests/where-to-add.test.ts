import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { migrate } from "~/db/migrate.server";
import { webhookEventTypes } from "~/webhooks/webhook-events";

// These tests keep the list "Where to add" in docs/architecture.md complete. Other places are required by types.

const below = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? below(posix.join(folder, entry.name)) : [posix.join(folder, entry.name)],
  );
const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8");
const sources = below("app").filter((file) => /\.tsx?$/.test(file));

test("every place in the list of where to add exists", () => {
  const [, section = ""] = textOf("docs/architecture.md").split("## Where to add");
  const [table = ""] = section.split("\n## ");
  const named = [...table.matchAll(/`([\w./-]+\.(?:ts|tsx|js|json|md)|[\w-]+(?:\/[\w-]+)*\/)`/g)].map(
    ([, name = ""]) => name,
  );
  expect(named.length).toBeGreaterThan(15);
  const names = new Set(sources.map((file) => posix.basename(file)));
  const folders = new Set(below("app").flatMap((file) => file.split("/").slice(1, -1)));
  const isThere = (name: string) =>
    [name, `app/${name}`, `docs/${name}`].some((path) => existsSync(join(projectRoot, path))) ||
    names.has(name) ||
    folders.has(name.replace(/\/$/, ""));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test("every page is linked from another file", async () => {
  const config = (await import(/* @vite-ignore */ join(projectRoot, "remix.config.js"))).default;
  const pages: { path: string; file: string }[] = [];
  const route = (path: string, file: string) => {
    if (file.includes("/pages/")) pages.push({ path, file });
  };
  config.routes((define: (routes: typeof route) => void) => define(route));
  expect(pages.length).toBeGreaterThan(50);
  const texts = sources.map((file) => ({ file, text: textOf(file).replace(/^.*\bfrom ".*$/gm, "") }));
  // Many links start with a variable, as in `${here}/remove`, so only the last word of the path is compared.
  const isLinked = ({ path, file }: (typeof pages)[number]) => {
    const word = path.split("/").findLast((part) => part !== "" && !/^[:*]/.test(part)) ?? "";
    const link = new RegExp(`["'\`/]${word.replace(/\W/g, "\\$&")}(?![\\w-])`);
    return texts.some((source) => source.file !== `app/${file}` && link.test(source.text));
  };
  expect(pages.filter((page) => !isLinked(page)).map(({ path }) => path)).toEqual([]);
});

test("docs/database.md lists every trigger", () => {
  const database = new Database(":memory:");
  migrate(database);
  const triggers = database.prepare("select name from sqlite_schema where type = 'trigger'").pluck().all();
  database.close();
  expect(triggers.length).toBeGreaterThan(20);
  const listed = textOf("docs/database.md");
  expect(triggers.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
});

test("every webhook event is queued", () => {
  const queuing = sources.map(textOf).filter((text) => /\bqueue(?:Order)?Event\(/.test(text));
  const isQueued = (type: string) => queuing.some((text) => text.includes(`"${type}"`));
  expect(webhookEventTypes.filter((type) => !isQueued(type))).toEqual([]);
});

test("docs/webhooks.md describes every event", () => {
  const described = textOf("docs/webhooks.md");
  expect(webhookEventTypes.filter((type) => !described.includes(`\`${type}\``))).toEqual([]);
});
