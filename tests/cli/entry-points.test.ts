import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import node20 from "../nodes/node-20-exports.json";

// Node links all static imports of a program before it runs current-node.mjs, which restarts the program on a newer
// Node. So on an old Node, each name in them must exist, and in a new checkout, no package is installed yet.

const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8");
const exportsOf = new Map(Object.entries(node20).map(([name, names]) => [name, new Set(names.split(" "))]));

interface StaticImport {
  from: string;
  names: string[];
}

/** Lists the static imports and re-exports of a module, with the names they take. */
function staticImports(file: string, text: string): StaticImport[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const bindings = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    const elements = bindings && "elements" in bindings ? [...bindings.elements] : [];
    return [
      {
        from: moduleSpecifier.text,
        names: elements.map(({ name, propertyName }) => (propertyName ?? name).text),
      },
    ];
  });
}

/** Lists what Node 20 can't link in a program and the files it imports. Adds each file read to `seen`. */
function unlinked(file: string, text: string, seen = new Set([file])): string[] {
  return staticImports(file, text).flatMap(({ from, names }) => {
    if (from.startsWith(".")) {
      const imported = join(dirname(file), from);
      if (seen.has(imported)) return [];
      seen.add(imported);
      return imported.endsWith(".mjs")
        ? unlinked(imported, textOf(imported), seen)
        : [`${file} imports ${from}, which is not a module that Node 20 can read`];
    }
    const exported = exportsOf.get(from.replace(/^node:/, ""));
    if (!exported) return [`${file} imports ${from}, which is not part of Node 20`];
    return names
      .filter((name) => !exported.has(name))
      .map((name) => `${file} imports ${name}, which ${from} lacks on Node 20`);
  });
}

const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
const programs = [
  ...new Set(Object.values(scripts).map((command) => /\S+\.mjs\b/.exec(command)?.[0] ?? command)),
];

test.each(programs)("Node 20 can link %s before it restarts on a newer Node", (program) => {
  const seen = new Set([program]);
  expect(unlinked(program, textOf(program), seen)).toEqual([]);
  expect([...seen]).toContain("app/cli/current-node.mjs");
});

test("a name that Node 20 lacks, a newer module, and a package are found", () => {
  const text = `
    import { globSync, readFileSync } from "node:fs";
    import { enableCompileCache as enable } from "node:module";
    import fs, * as all from "node:fs";
    import { DatabaseSync } from "node:sqlite";
    export { build } from "esbuild";
    import "./data.json";
    import { root } from "./prepare.mjs";
    const late = await import("node:sqlite");`;
  expect(unlinked("app/cli/sample.mjs", text)).toEqual([
    "app/cli/sample.mjs imports globSync, which node:fs lacks on Node 20",
    "app/cli/sample.mjs imports enableCompileCache, which node:module lacks on Node 20",
    "app/cli/sample.mjs imports node:sqlite, which is not part of Node 20",
    "app/cli/sample.mjs imports esbuild, which is not part of Node 20",
    "app/cli/sample.mjs imports ./data.json, which is not a module that Node 20 can read",
  ]);
});
