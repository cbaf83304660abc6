import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { scratchFolder } from "../support/scratch";

/** A checkout with the real decision when to build, and a build that only marks itself as complete. */
function smallCheckout(): { folder: string; prepare: () => string } {
  const folder = scratchFolder();
  mkdirSync(join(folder, "app/cli"), { recursive: true });
  mkdirSync(join(folder, "build"));
  cpSync(join(projectRoot, "app/cli/prepare.mjs"), join(folder, "app/cli/prepare.mjs"));
  for (const [name, text] of Object.entries({
    "package.json": '{"type":"module"}',
    "package-lock.json": "{}",
    "remix.config.js": "",
    "app/one.ts": "",
    "app/cli/build.mjs": 'import { startBuild } from "./prepare.mjs"; startBuild()();',
    "prepare.mjs": 'import { ensureBuilt } from "./app/cli/prepare.mjs"; ensureBuilt();',
  })) {
    writeFileSync(join(folder, name), text);
  }
  const prepare = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["prepare.mjs"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
  return { folder, prepare };
}

test("a file that was moved, removed, or changed is built again, and nothing else is", () => {
  const { folder, prepare } = smallCheckout();
  const file = (name: string) => join(folder, name);
  expect(prepare()).toBe("Building…");
  expect(prepare()).toBe("");
  renameSync(file("app/one.ts"), file("app/two.ts"));
  expect(prepare()).toBe("Building…");
  expect(prepare()).toBe("");
  rmSync(file("app/two.ts"));
  expect(prepare()).toBe("Building…");
  writeFileSync(file("app/cli/build.mjs"), 'import { startBuild } from "./prepare.mjs"; startBuild()(); //');
  expect(prepare()).toBe("Building…");
  expect(prepare()).toBe("");
});

test("the server's programs have only ASCII characters, so V8 keeps their text at one byte a character", () => {
  const programs = globSync("build/*.js", { cwd: projectRoot });
  expect(programs.length).toBeGreaterThan(3);
  const isAscii = (file: string) => readFileSync(join(projectRoot, file)).every((byte) => byte < 128);
  expect(programs.filter((file) => !isAscii(file))).toEqual([]);
});

/** Lists the page scripts whose ending isn't the one that the build (app/cli/build.mjs) expects for what they import. */
async function wrongEndings(folder: string): Promise<string[]> {
  const files = globSync("**/*.enhance.{ts,tsx}", { cwd: folder });
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: files,
    outdir: "out",
    minify: true,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    jsx: "automatic",
    tsconfig: join(projectRoot, "tsconfig.json"),
    nodePaths: [join(projectRoot, "node_modules")],
  });
  return Object.values(metafile.outputs).flatMap(({ entryPoint, inputs }) => {
    if (!entryPoint) return [];
    const used = Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0);
    const isSplit = used.some(
      (file) =>
        file.includes("node_modules/react-dom/") ||
        metafile.inputs[file]?.imports.some(({ kind }) => kind === "dynamic-import"),
    );
    return isSplit === entryPoint.endsWith(".tsx") ? [] : [entryPoint];
  });
}

test("only scripts that render with React or load parts later end in .tsx, which the build splits", async () => {
  expect(await wrongEndings(join(projectRoot, "app"))).toEqual([]);
});

test("a script with the wrong ending is found, even if a file that it imports decides", async () => {
  const folder = scratchFolder();
  for (const [name, text] of Object.entries({
    "late.enhance.ts": 'import("./part");',
    "react.enhance.ts": 'import "./view";',
    "plain.enhance.tsx": 'import "./part";',
    "good.enhance.ts": 'import "./part";',
    "view.enhance.tsx": 'import "./view";',
    "part.ts": "document.title += 1;",
    "view.tsx": 'import { createRoot } from "react-dom/client"; createRoot(document.body).render(<b>1</b>);',
  })) {
    writeFileSync(join(folder, name), text);
  }
  expect((await wrongEndings(folder)).sort()).toEqual([
    "late.enhance.ts",
    "plain.enhance.tsx",
    "react.enhance.ts",
  ]);
});
