import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { migrate } from "~/db/migrate.server";

const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8");

const migrations = readdirSync(join(projectRoot, "migrations"))
  .filter((name) => name.endsWith(".sql"))
  .sort();

let triggers: string[] = [];
beforeAll(() => {
  const database = new Database(":memory:");
  migrate(database);
  triggers = database
    .prepare("select name from sqlite_schema where type = 'trigger'")
    .pluck()
    .all() as string[];
  database.close();
});

/** The rows of the table of triggers in docs/database.md. */
const documented = textOf("docs/database.md")
  .split("\n")
  .flatMap((line) => {
    const cells = line.split("|").map((cell) => [...cell.matchAll(/`(.+?)`/g)].map(([, text = ""]) => text));
    const [, , names = [], files = [], [migration = ""] = []] = cells;
    return files.length > 0 && migration.endsWith(".sql") ? [{ names, files, migration }] : [];
  });

const matches = (mention: string, trigger: string) =>
  mention.endsWith("*") ? trigger.startsWith(mention.slice(0, -1)) : mention === trigger;

/** The names of triggers in a source file, and prefixes of two words or more that end in an asterisk. */
const mentionsIn = (file: string) =>
  [...textOf(file).matchAll(/\b[a-z]+(?:_[a-z]+)+(?:_\*)?/g)]
    .map(([mention]) => mention)
    .filter((mention) => triggers.some((trigger) => matches(mention, trigger)));

test("every trigger is listed once, with the migration that has its current text", () => {
  expect(documented.flatMap(({ names }) => names).sort()).toEqual(triggers.toSorted());
  const wrong = documented.flatMap(({ names, migration }) =>
    names.flatMap((name) => {
      const creating = migrations.filter((file) =>
        new RegExp(`create trigger ${name}\\b`).test(textOf(`migrations/${file}`)),
      );
      return creating.at(-1) === migration ? [] : [`${name}: ${creating.at(-1)}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test("the code that relies on a trigger names it", () => {
  const silent = documented.flatMap(({ names, files }) =>
    files.flatMap((file) => {
      const mentions = mentionsIn(`app/${file}`);
      return names
        .filter((name) => !mentions.some((mention) => matches(mention, name)))
        .map((name) => `${file} doesn't name ${name}`);
    }),
  );
  expect(silent).toEqual([]);
});

test("code that names a trigger is listed with it", () => {
  const sources = readdirSync(join(projectRoot, "app"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const unlisted = sources.flatMap((file) => {
    const mentions = mentionsIn(`app/${file}`);
    const relying = documented.filter(({ names }) =>
      names.some((name) => mentions.some((mention) => matches(mention, name))),
    );
    return relying.filter(({ files }) => !files.includes(file)).map(({ names }) => `${file}: ${names}`);
  });
  expect(unlisted).toEqual([]);
});

test("from 0074 on, a migration is named after a table, view, or trigger that it changes", () => {
  const misnamed = migrations
    .filter((file) => file >= "0074")
    .filter((file) => {
      const name = file.slice(5, -4);
      const change = new RegExp(
        `\\b(create|alter|drop) (table|view|trigger|virtual table) (if exists |if not exists )?${name}\\b|\\bcreate (unique )?index \\w+ on ${name}\\b|\\brename to ${name}\\b|\\b(update|insert into|delete from) ${name}\\b`,
      );
      return !change.test(textOf(`migrations/${file}`));
    });
  expect(misnamed).toEqual([]);
});
