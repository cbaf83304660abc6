import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";

const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8");
const filesIn = (folder: string) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map(
    (file) => `${folder}/${file}`,
  );

const documents = ["README.md", ...filesIn("docs").filter((file) => file.endsWith(".md"))];
const records = filesIn("docs/decisions").filter((file) => /\/\d{3}-/.test(file));
const numberOf = (file: string) => /(\d{3})-/.exec(file)?.[1] ?? "";

/** Returns the first lines of a decision: its date, its status, and related decisions. */
const headOf = (file: string) => textOf(file).split("## Context")[0]?.replaceAll("\n", " ") ?? "";

test("every file mentioned in the documents exists", () => {
  const files = ["app", "docs", "migrations", "public", "tests"].flatMap(filesIn);
  const known = [...files, "README.md", "remix.config.js"];
  const isKnown = (name: string) => known.some((file) => file === name || file.endsWith(`/${name}`));
  const missing = documents.flatMap((document) =>
    [
      ...textOf(document).matchAll(
        /(?<![\w*…/.-])[\w./-]*\w\.(?:tsx?|mjs|sql|md)\b|\b(?:app|tests)\/[\w/.-]*\w/g,
      ),
    ]
      .map(([name]) => name.replace(/^(?:\.\.?\/)+/, ""))
      .filter((name) => !/NAME|MODULE/.test(name) && !isKnown(name))
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every link to a heading in the documents works", () => {
  const anchors = (file: string) =>
    [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
  const missing = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\(([^):]*)#([\w-]+)\)/g)]
      .filter(([, path = "", anchor = ""]) => {
        const target = path === "" ? document : join(dirname(document), path);
        return !anchors(target).includes(anchor);
      })
      .map(([link]) => `${document}: ${link}`),
  );
  expect(missing).toEqual([]);
});

const labelsOfOtherProducts = [
  ...["Messaging configuration", "A message comes in", "SMTP relay", "app password", "SMTP credentials"],
  ...["Token configuration", "App roles", "groups claim", "mapper", "Dashboards", "New", "Import"],
];

test("every label and message quoted in the documents exists", () => {
  const source = filesIn("app")
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .map(textOf)
    .join("\n")
    .replace(/\s+/g, " ")
    .replaceAll("&amp;", "&");
  const missing = documents
    .filter((document) => !document.startsWith("docs/decisions/"))
    .flatMap((document) => {
      const text = textOf(document).replace(/```[\s\S]*?```|`[^`]*`/g, "");
      const labels = [...text.matchAll(/(?<![*\w])\*(?!\*)([^*|]+?)\*(?!\*)/g)].map(
        ([, label = ""]) => label,
      );
      const messages = [...text.matchAll(/^\| (".*?) \|/gm)].flatMap(([, cell = ""]) =>
        [...cell.matchAll(/"(.+?)"/g)].map(([, message = ""]) => message),
      );
      return [...labels, ...messages]
        .flatMap((quote) => quote.replace(/\s+/g, " ").split(/ → |…/))
        .map((quote) => quote.trim())
        .filter((quote) => !labelsOfOtherProducts.includes(quote) && !source.includes(quote))
        .map((quote) => `${document}: ${quote}`);
    });
  expect(missing).toEqual([]);
});

test("every rule in docs/database.md is in the migration it refers to", () => {
  const rows = textOf("docs/database.md")
    .split("\n")
    .flatMap((line) => {
      const [, file] = /`(\d{4}_\w+\.sql)` \|$/.exec(line) ?? [];
      return file ? [{ file, names: [...line.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name) }] : [];
    });
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.flatMap(({ file, names }) =>
    names.filter((name) => !textOf(`migrations/${file}`).includes(name)).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the decision log lists every number exactly once, in order", () => {
  const listed = [...textOf("docs/decisions/README.md").matchAll(/^\| (?:\[(\d{3})\]\((\S+)\)|(\d{3})) /gm)];
  const numbers = listed.map(([, number, , other]) => number ?? other);
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(3, "0")));
  const linked = listed.flatMap(([, , file]) => (file ? [`docs/decisions/${file}`] : []));
  expect(linked).toEqual(records.toSorted());
});

test("every decision is accepted, superseded, or withdrawn", () => {
  const status = /Status: (?:accepted|superseded by \d{3}|withdrawn on [\d-]+)\./;
  expect(records.filter((file) => !status.test(headOf(file)))).toEqual([]);
});

test("a decision and the decisions that amend it refer to each other", () => {
  const pairs = (sentence: RegExp) =>
    records.flatMap((file) => {
      const others = sentence.exec(headOf(file))?.[1]?.match(/\b\d{3}\b(?!-)/g) ?? [];
      return others.map((other) => ({ file: numberOf(file), other }));
    });
  const amended = pairs(/Amended by ([^:]*):/).map(({ file, other }) => `${other} amends ${file}`);
  const amending = pairs(/Amends ([^.]*)\./).map(({ file, other }) => `${file} amends ${other}`);
  expect(amended.toSorted()).toEqual(amending.toSorted());
});
