import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { testsWithoutAssertions } from "./support/tests-without-assertions";

const below = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? below(posix.join(folder, entry.name)) : [posix.join(folder, entry.name)],
  );
const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8");

const files = below("app").filter((file) => /\.(tsx?|mjs)$/.test(file));
const sources = files.filter((file) => /\.tsx?$/.test(file));

/** The imports of a file, ours as paths from the root: `app/core/time`. */
function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) => {
    if (name.startsWith("~/")) return name.replace("~/", "app/");
    return name.startsWith(".") ? posix.join(dirname(file), name) : name;
  });
}

const moduleOf = (path: string) => path.split("/")[1]?.replace(/\..*$/, "") ?? "";

/** Fails with the rule's reason when a file breaks the rule. */
function expectNone(reason: string, problems: string[]): void {
  expect(problems, reason).toEqual([]);
}

const filesWith = (pattern: RegExp, among = sources) =>
  among.flatMap((file) =>
    textOf(file)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );

/** Each module may import from the modules on its left. */
const order = [
  ["core"],
  ["config"],
  ["db", "integrations", "ui"],
  ["boot"],
  ["audit"],
  ["identity"],
  ["company"],
  ["webhooks"],
  ["messages"],
  ["http"],
  ["live"],
  ["accounts"],
  ["orders"],
  ["therapists"],
  ["availability"],
  ["visits"],
  ["offers"],
  ["schedule", "calendar", "inbox"],
  ["tracking", "dashboard", "operations", "login"],
  ["search"],
  ["demo"],
  ["patient", "staff"],
  ["entry", "root", "app-process"],
  ["server"],
  ["cli"],
];
const levelOf = new Map(order.flatMap((modules, level) => modules.map((name) => [name, level] as const)));
const domain = order.slice(levelIn("accounts"), levelIn("demo")).flat();

test("modules import only from their left", () => {
  expectNone(
    "With one direction, a change can be understood without reading the modules that come later.",
    sources.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith("app/"))
        .map(moduleOf)
        .filter((name) => name !== moduleOf(file) && levelIn(name) >= levelIn(moduleOf(file)))
        .map((name) => `${file} imports from ${name}`),
    ),
  );
});

function levelIn(name: string): number {
  const level = levelOf.get(name);
  if (level === undefined) throw new Error(`Add the module "${name}" to the import order of this file.`);
  return level;
}

test("files have no circular imports", () => {
  const known = new Set(sources);
  const found = (name: string) =>
    [".ts", ".tsx", ""].map((ending) => name + ending).find((path) => known.has(path));
  const importsOfFile = new Map(
    sources.map((file) => [file, importsOf(file).flatMap((name) => found(name) ?? [])]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (done.has(file) || path.includes(file)) return;
    for (const next of importsOfFile.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expectNone("Two files that need each other are one subject, or hide a third.", circles);
});

test("domain code imports neither http nor Remix", () => {
  const files = sources.filter(
    (file) => domain.includes(moduleOf(file)) && !/\/(api|pages|ui)\//.test(file) && !file.endsWith(".tsx"),
  );
  expectNone(
    "A form, the JSON API and the command line share these functions; one that reads a Request cannot be shared.",
    files.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith("app/http/") || name.startsWith("@remix-run/"))
        .map((name) => `${file} imports ${name}`),
    ),
  );
});

test("browser code imports no server code", () => {
  const seen = sources.filter((file) => /\/ui\//.test(file) || file.startsWith("app/ui/"));
  const pure = sources.filter(
    (file) =>
      domain.includes(moduleOf(file)) && !file.endsWith(".server.ts") && !/\/(api|pages)\//.test(file),
  );
  expectNone(
    "Only *.server.ts files are kept from the browser's bundle, and a pure file must stay usable there.",
    [...new Set([...seen, ...pure])].flatMap((file) =>
      [...textOf(file).matchAll(/import (?!type\b)[^;]*?from "([^"]+\.server)"/g)].map(
        ([, name]) => `${file} imports ${name}`,
      ),
    ),
  );
});

test("server-only files end in .server", () => {
  const native = /^(node:|better-sqlite3$|kysely$|pino$|@node-rs\/)/;
  const elsewhere = /\.server\.tsx?$|^app\/cli\/|^app\/server\.ts$|\/api\/|\/pages\//;
  expectNone(
    "The compiler leaves out of the browser's bundle what ends in .server, and nothing else.",
    sources
      .filter((file) => !elsewhere.test(file) && !file.endsWith("entry.server.tsx"))
      .flatMap((file) =>
        [...textOf(file).matchAll(/import (?!type\b)[^;]*?from "([^"]+)"/g)]
          .filter(([, name = ""]) => native.test(name))
          .map(([, name]) => `${file} imports ${name}`),
      ),
  );
});

test("there are no barrels and no catch-all folders", () => {
  expectNone("A file that only forwards hides who uses what.", [
    ...sources.filter((file) => /\/index\.tsx?$/.test(file)),
    ...filesWith(/^export \* from/),
  ]);
  expectNone(
    "Name a file after what it does.",
    // A helper is a person who helps a patient.
    files.filter((file) => /\b(utils?|helpers|misc|services?|common|lib|shared|stuff)\b/i.test(file)),
  );
});

test("only the configuration reads the environment", () => {
  expectNone(
    "Settings are checked once at the start; one read elsewhere is neither checked nor documented.",
    filesWith(/process\.env/).filter((line) => !/readConfig\(|npm_execpath/.test(line)),
  );
});

test("domain code does not read the clock or Math.random", () => {
  const own = /^app\/core\/time\.ts$|^app\/db\/migrate\.server\.ts$|\.enhance\.ts$|^app\/cli\//;
  expectNone(
    "Tests choose the time through the clock, and codes come from the cryptographic generator.",
    filesWith(
      /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(/,
      sources.filter((file) => !own.test(file)),
    ),
  );
});

test("pages carry no inline styles and no inline handlers", () => {
  const markup = sources.filter((file) => file.endsWith(".tsx"));
  expectNone(
    "The Content-Security-Policy refuses them. Use classes, and handlers in *.enhance.ts.",
    filesWith(/\sstyle=|\son[A-Z]\w+=\{/, markup),
  );
});

test("every script that a page names exists", () => {
  const scripts = files.map((file) => /([\w-]+)\.enhance\.tsx?$/.exec(file)?.[1]);
  const named = sources.flatMap((file) =>
    [...textOf(file).matchAll(/scripts: \[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
      [...list.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => ({ file, name })),
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expectNone(
    "A page that names a missing script fails with an error 500.",
    named.filter(({ name }) => !scripts.includes(name)).map(({ file, name }) => `${file} names ${name}`),
  );
});

test("a file holds one subject", () => {
  // A list of tables is one subject however long it grows.
  const lists = new Set(["app/db/tables.ts", "app/operations/company-transfer/company-tables.server.ts"]);
  expectNone(
    "Beyond 200 lines a file holds more than one thing; split it by subject.",
    files
      .filter((file) => !lists.has(file))
      .map((file) => `${file}: ${textOf(file).split("\n").length} lines`)
      .filter((line) => Number(/(\d+) lines$/.exec(line)?.[1]) > 200),
  );
});

test("the code contains no to-do notes", () => {
  const all = [...files, ...below("tests"), ...below("migrations")];
  const later = new RegExp(`\\b(${["TO", "FIX"].map((word, i) => word + ["DO", "ME"][i]).join("|")})\\b`);
  expectNone("Put open work into an issue, where people look for it.", filesWith(later, all));
});

/** The routes of remix.config.js: address, and file below app/. */
async function routes(): Promise<{ path: string; file: string }[]> {
  const found: { path: string; file: string }[] = [];
  const config = (await import(/* @vite-ignore */ join(projectRoot, "remix.config.js"))).default;
  const route = (path: string, file: string) => found.push({ path, file });
  config.routes((define: (with_: typeof route) => void) => define(route));
  return found;
}

test("the routes table and the route files match", async () => {
  const table = await routes();
  const routeFiles = sources
    .filter((file) => /\/(api|pages)\//.test(file))
    .map((file) => relative("app", file));
  const routed = new Set(table.map(({ file }) => file));
  expectNone(
    "A route file without a route is dead code.",
    routeFiles.filter((file) => !routed.has(file)),
  );
  expectNone(
    "A route without a file fails the build.",
    [...routed].filter((file) => !routeFiles.includes(file)),
  );
  expectNone(
    "Each address must have one route.",
    table.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index),
  );
});

test("the lockfile names no registry", () => {
  expectNone(
    "Users install from the registry they trust; an address in the lockfile would override it.",
    textOf("package-lock.json")
      .split("\n")
      .filter((line) => /"resolved"/.test(line)),
  );
});

test("the lockfile has every optional package for every platform", () => {
  type Packages = Record<string, { optionalDependencies?: Record<string, string> }>;
  const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: Packages };
  const isLocked = (name: string) =>
    Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));
  expectNone(
    "npm omits packages that the current registry lacks, and `npm ci` then fails elsewhere.",
    Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !isLocked(name)),
  );
});

test("docs/commands-and-settings.md lists every setting", () => {
  const schema = [
    "app/config.server.ts",
    "app/core/settings/sending.server.ts",
    "app/core/settings/backup.server.ts",
    "app/core/settings/database.server.ts",
  ]
    .flatMap((file) => textOf(file).split("z.object({").slice(1))
    .map((text) => text.split("\n});")[0])
    .join("\n");
  const settings = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
  expect(settings).toContain("PORT");
  expectNone(
    "Admins look for settings in this document only.",
    settings.filter((name) => !textOf("docs/commands-and-settings.md").includes(`\`${name}\``)),
  );
});

test("docs/commands-and-settings.md lists every npm script", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const commands = Object.keys(scripts).map(
    (name) => `npm ${/^(start|test)$/.test(name) ? "" : "run "}${name}`,
  );
  expectNone(
    "Engineers look for commands in this document only.",
    commands.filter(
      (command) => !new RegExp(`\`${command}[\` ]`).test(textOf("docs/commands-and-settings.md")),
    ),
  );
});

test("every test quoted in the documents exists", () => {
  const documents = ["docs/security.md", "docs/reliability.md"].map(textOf).join("\n");
  const named = [...documents.matchAll(/(tests\/[\w/.-]+\.(?:test|soak)\.ts): "([^"]+)"/g)];
  expect(named.length).toBeGreaterThan(150);
  expectNone(
    "A documented promise needs its test.",
    named.filter(([, file = "", sentence = ""]) => !textOf(file).includes(sentence)).map(([line]) => line),
  );
});

test("every npm script first checks for a current Node", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  expectNone(
    "better-sqlite3 crashes an old Node as soon as it is loaded (decision 043).",
    Object.entries(scripts).flatMap(([name, command]) => {
      const program = /^(?:[A-Z_]+=\w+ )*(?:exec )?node (?:--\S+ )*(\S+\.mjs)\b/.exec(command)?.[1];
      const first = program && /^import .*$/m.exec(textOf(program))?.[0];
      return first && /^import ".*\bcurrent-node\.mjs";$/.test(first) ? [] : [`${name}: ${command}`];
    }),
  );
});

test("every test can fail", () => {
  const tests = below("tests").filter((file) => /\.test\.tsx?$/.test(file));
  expect(testsWithoutAssertions("a.test.ts", 'test("a", () => { work(); });')).toEqual(['"a"']);
  expectNone(
    "A test without an assertion can't fail.",
    tests.flatMap((file) => testsWithoutAssertions(file, textOf(file)).map((name) => `${file}: ${name}`)),
  );
});

test("no test sleeps", () => {
  const tests = below("tests").filter((file) => /\.test\.tsx?$/.test(file));
  expectNone(
    "A sleep is too short on a busy machine and too long on a quiet one: wait for the condition.",
    filesWith(/waitForTimeout|\bsleep\(|new Promise\(\(resolve\) => setTimeout/, tests).filter(
      (line) => !line.startsWith("tests/code-rules.test.ts"),
    ),
  );
});
