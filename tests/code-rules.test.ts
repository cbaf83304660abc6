import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import ts from "typescript";
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

/** Lists the imports of a file. Our own modules are paths from the root, like `app/core/time`. */
function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) => {
    if (name.startsWith("~/")) return name.replace("~/", "app/");
    return name.startsWith(".") ? posix.join(dirname(file), name) : name;
  });
}

const moduleOf = (path: string) => path.split("/")[1]?.replace(/\..*$/, "") ?? "";

/** Fails with the reason for the rule if there are problems. */
function expectNone(reason: string, problems: string[]): void {
  expect(problems, reason).toEqual([]);
}

const filesWith = (pattern: RegExp, among = sources) =>
  among.flatMap((file) =>
    textOf(file)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );

/** The domain of a module may import from the modules in the lines above it. */
const order = [
  ["core"],
  ["config"],
  ["db", "integrations", "ui"],
  ["boot"],
  ["audit"],
  ["company"],
  ["webhooks"],
  ["messages"],
  ["accounts"],
  ["saved-views"],
  ["http"],
  ["live"],
  ["equipment"],
  ["nights"],
  ["orders"],
  ["night-files"],
  ["kinds"],
  ["therapists"],
  ["availability"],
  ["visits"],
  ["classes"],
  ["offers"],
  ["check-ins"],
  ["schedule"],
  ["tracking"],
  ["inbox"],
  ["login"],
  ["week"],
  ["dashboard"],
  ["operations"],
  ["search"],
  ["demo"],
  ["patient", "staff"],
  ["entry", "root", "app-process"],
  ["server"],
  ["cli"],
];
const levelOf = new Map(order.flatMap((modules, level) => modules.map((name) => [name, level] as const)));
const platform = ["core", "config", "db", "integrations", "ui", "boot", "http"];
const domain = order
  .slice(levelIn("audit"), levelIn("demo"))
  .flat()
  .filter((name) => !platform.includes(name));

/** True for the screens and endpoints of a module: its pages, ui, and api. The rest of a module is its domain. */
const isPageFile = (file: string) =>
  !file.startsWith("app/ui/") &&
  (/\/(pages|ui|api)\//.test(file) || file.endsWith(".tsx") || /\.enhance\.ts$/.test(file));

test("the domain imports only domain files of modules listed before it", () => {
  expectNone(
    "If imports go in only one direction, you can understand a change without reading the modules listed later.",
    sources
      .filter((file) => !isPageFile(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith("app/"))
          .filter(
            (name) => moduleOf(name) !== moduleOf(file) && levelIn(moduleOf(name)) >= levelIn(moduleOf(file)),
          )
          .map((name) => `${file} imports ${name}`),
      ),
  );
});

test("the domain imports no pages", () => {
  expectNone(
    "A rule that a page needs belongs to the domain, where the API and commands find it, too.",
    sources
      .filter((file) => domain.includes(moduleOf(file)) && !isPageFile(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith("app/") && isPageFile(`${name}.ts`))
          .map((name) => `${file} imports ${name}`),
      ),
  );
});

test("the platform imports no screens of other modules", () => {
  expectNone(
    "The platform must stay usable without the modules that are built on it.",
    sources
      .filter((file) => platform.includes(moduleOf(file)))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith("app/") && !platform.includes(moduleOf(name)))
          .filter((name) => isPageFile(`${name}.ts`))
          .map((name) => `${file} imports ${name}`),
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
  expectNone("If two files import each other, merge them or move the shared part to a third file.", circles);
});

test("domain code imports neither http nor Remix", () => {
  const files = sources.filter((file) => domain.includes(moduleOf(file)) && !isPageFile(file));
  expectNone(
    "Forms, the JSON API, and the command line share these functions, so they can't depend on a Request.",
    files.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith("app/http/") || name.startsWith("@remix-run/"))
        .map((name) => `${file} imports ${name}`),
    ),
  );
});

test("browser code imports no server code", () => {
  const ui = sources.filter((file) => /\/ui\//.test(file) || file.startsWith("app/ui/"));
  const pure = sources.filter(
    (file) =>
      domain.includes(moduleOf(file)) && !file.endsWith(".server.ts") && !/\/(api|pages)\//.test(file),
  );
  expectNone(
    "Only *.server.ts files are excluded from the browser bundle, and other files must work in browsers.",
    [...new Set([...ui, ...pure])].flatMap((file) =>
      [...textOf(file).matchAll(/import (?!type\b)[^;]*?from "([^"]+\.server)"/g)].map(
        ([, name]) => `${file} imports ${name}`,
      ),
    ),
  );
});

test("server-only files end in .server", () => {
  const native = /^(node:|better-sqlite3$|kysely$|pino$|@node-rs\/)/;
  const serverOnly = /\.server\.tsx?$|^app\/cli\/|^app\/server\.ts$|\/api\/|\/pages\//;
  expectNone(
    "The compiler excludes only files that end in .server from the browser bundle.",
    sources
      .filter((file) => !serverOnly.test(file) && !file.endsWith("entry.server.tsx"))
      .flatMap((file) =>
        [...textOf(file).matchAll(/import (?!type\b)[^;]*?from "([^"]+)"/g)]
          .filter(([, name = ""]) => native.test(name))
          .map(([, name]) => `${file} imports ${name}`),
      ),
  );
});

test("there are no barrel files and no catch-all folders", () => {
  expectNone("Barrel files hide which files use each other.", [
    ...sources.filter((file) => /\/index\.tsx?$/.test(file)),
    ...filesWith(/^export \* from/),
  ]);
  expectNone(
    "Name a file after what it does.",
    // A "helper" is allowed, because it is a person who helps a patient.
    files.filter((file) => /\b(utils?|helpers|misc|services?|common|lib|shared|stuff)\b/i.test(file)),
  );
});

test("only the configuration reads the environment", () => {
  expectNone(
    "Settings are validated once at startup. A setting read elsewhere is neither validated nor documented.",
    filesWith(/process\.env/).filter((line) => !/readConfig\(|npm_execpath/.test(line)),
  );
});

test("domain code doesn't read the system clock or Math.random", () => {
  const allowed = /^app\/core\/time\.ts$|^app\/db\/migrate\.server\.ts$|\.enhance\.ts$|^app\/cli\//;
  expectNone(
    "Tests need to set the time, and codes must come from the cryptographic generator.",
    filesWith(
      /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(/,
      sources.filter((file) => !allowed.test(file)),
    ),
  );
});

test("pages have no inline styles or inline event handlers", () => {
  const markup = sources.filter((file) => file.endsWith(".tsx"));
  expectNone(
    "The Content-Security-Policy blocks them. Use classes, and put handlers in *.enhance.ts.",
    filesWith(/\sstyle=|\son[A-Z]\w+=\{/, markup),
  );
});

test("no object literal is spread into an object or an element", () => {
  expectNone(
    "Write each property or attribute on its own. A spread only hides them from search and from the type checker.",
    filesWith(
      /\.\.\.\(?\{/,
      [...files, ...below("tests")].filter((file) => /\.(tsx?|mjs)$/.test(file)),
    ),
  );
});

test("the kind of a patient's session is compared in one file", () => {
  expectNone(
    "Use `isProvenPatient` and `isQuerySession`, so that a security condition has only one definition.",
    filesWith(
      /sessionKind [!=]==/,
      sources.filter((file) => file !== "app/core/who.ts"),
    ),
  );
});

test("functions have at most four positional parameters, and changes take a Tx first", () => {
  const handlerOfRemix = "request,status,headers,remix,context";
  const problems = sources.flatMap((file) => {
    const found: string[] = [];
    const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) {
        const names = node.parameters.map(({ name }) => name.getText(source));
        const isOurs = names.join() !== handlerOfRemix;
        if ((names.length > 4 && isOurs) || (names[0] === "trx" && names[1] === "app")) {
          found.push(`${file}: (${names.join(", ")})`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
  expectNone(
    "Group parameters that belong together in an object, so that a call shows what each is.",
    problems,
  );
});

test("every script listed by a page exists", () => {
  const scripts = files.map((file) => /([\w-]+)\.enhance\.tsx?$/.exec(file)?.[1]);
  const named = sources.flatMap((file) =>
    [...textOf(file).matchAll(/scripts: \[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
      [...list.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => ({ file, name })),
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expectNone(
    "A page with a missing script returns a 500 error.",
    named.filter(({ name }) => !scripts.includes(name)).map(({ file, name }) => `${file} names ${name}`),
  );
});

test("no file is longer than 400 lines", () => {
  // Lists of tables, routes, and texts can be longer.
  const lists = /^app\/db\/tables\.ts$|company-tables\.server\.ts$|strings(\.\w\w)?\.ts$/;
  expectNone(
    "A file longer than 400 lines probably covers more than one subject. Look at it again.",
    sources
      .filter((file) => !lists.test(file))
      .map((file) => `${file}: ${textOf(file).split("\n").length} lines`)
      .filter((line) => Number(/(\d+) lines$/.exec(line)?.[1]) > 400),
  );
});

test("no translation is chosen by comparing the reader's language", () => {
  expectNone(
    "With a third language, a comparison would silently choose English. `inReadersLanguage` requires a text for each.",
    filesWith(/currentLanguage\(\) [!=]== "/),
  );
});

test("the code contains no to-do notes", () => {
  const all = [...files, ...below("tests"), ...below("migrations")];
  const toDo = new RegExp(`\\b(${["TO", "FIX"].map((word, i) => word + ["DO", "ME"][i]).join("|")})\\b`);
  expectNone(
    "Create an issue for open work, because that is where people look for it.",
    filesWith(toDo, all),
  );
});

/** Reads the routes in remix.config.js: the path, and the file in app/. */
async function routes(): Promise<{ path: string; file: string }[]> {
  const found: { path: string; file: string }[] = [];
  const config = (await import(/* @vite-ignore */ join(projectRoot, "remix.config.js"))).default;
  const route = (path: string, file: string) => found.push({ path, file });
  config.routes((define: (with_: typeof route) => void) => define(route));
  return found;
}

test("the routes table and the route files match", async () => {
  const table = await routes();
  // A page's folder also holds the .server files that only this page reads, and the schema of its form.
  const routeFiles = sources
    .filter((file) => /\/(api|pages)\//.test(file) && !/\.server\.ts$|-(schema|query)\.ts$/.test(file))
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
    "Each address must have only one route.",
    table.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index),
  );
});

test("the lockfile contains no registry URL", () => {
  expectNone(
    "A URL in the lockfile would override the registry that the user configured.",
    textOf("package-lock.json")
      .split("\n")
      .filter((line) => /"resolved"/.test(line)),
  );
});

test("the lockfile contains the optional packages for every platform", () => {
  type Packages = Record<string, { optionalDependencies?: Record<string, string> }>;
  const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: Packages };
  const isLocked = (name: string) =>
    Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));
  expectNone(
    "npm omits packages that the current registry lacks. Then `npm ci` fails on other machines.",
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
    "app/core/settings/replication.server.ts",
  ]
    .flatMap((file) => textOf(file).split("z.object({").slice(1))
    .map((text) => text.split("\n});")[0])
    .join("\n");
  const settings = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
  expect(settings).toContain("PORT");
  expectNone(
    "This document is the only place where admins look for settings.",
    settings.filter((name) => !textOf("docs/commands-and-settings.md").includes(`\`${name}\``)),
  );
});

test("docs/commands-and-settings.md lists every npm script", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const commands = Object.keys(scripts).map(
    (name) => `npm ${/^(start|test)$/.test(name) ? "" : "run "}${name}`,
  );
  expectNone(
    "This document is the only place where engineers look for commands.",
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
    "Every promise in the documents needs a test.",
    named.filter(([, file = "", sentence = ""]) => !textOf(file).includes(sentence)).map(([line]) => line),
  );
});

test("every npm script first checks the Node version", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  expectNone(
    "better-sqlite3 crashes old Node versions when it is loaded (decision 043).",
    Object.entries(scripts).flatMap(([name, command]) => {
      const program = /^(?:[A-Z_]+=\w+ )*(?:exec )?node (?:--\S+ )*(\S+\.mjs)\b/.exec(command)?.[1];
      const first = program && /^import .*$/m.exec(textOf(program))?.[0];
      return first && /^import ".*\bcurrent-node\.mjs";$/.test(first) ? [] : [`${name}: ${command}`];
    }),
  );
});

test("every test has an assertion", () => {
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
    "A sleep is too short on a busy machine and too long on an idle one. Wait for a condition instead.",
    filesWith(/waitForTimeout|\bsleep\(|new Promise\(\(resolve\) => setTimeout/, tests).filter(
      (line) => !line.startsWith("tests/code-rules.test.ts"),
    ),
  );
});
