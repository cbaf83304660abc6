// node app/cli/pack.mjs FOLDER: copies the files that the built product needs at run time. Used by
// the Dockerfile.
import "./current-node.mjs";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { root } from "./prepare.mjs";

// Loaded by name at run time, not imported.
const loadedByName = [
  `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
  "node_modules/dejavu-fonts-ttf/LICENSE",
  "node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf",
  "node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf",
  "node_modules/unicode-emoji-json/data-by-emoji.json",
  "node_modules/unicode-emoji-json/package.json",
  ...[
    "sharp",
    "@img/colour",
    `@img/sharp-linux-${process.arch}`,
    `@img/sharp-libvips-linux-${process.arch}`,
  ].map((name) => `node_modules/${name}`),
  "node_modules/detect-libc",
  "node_modules/semver",
];
const own = ["app/cli", "build", "migrations", "package.json", "public"];
const leftOut = /^(app\/cli\/(commands|.+\.ts|build\.mjs|pack\.mjs)|build\/(metafile\..+|programs)\.json)$/;

async function importedFiles(conditions) {
  const { metafile } = await build({
    entryPoints: readdirSync("build")
      .filter((name) => name.endsWith(".js"))
      .map((name) => join("build", name)),
    bundle: true,
    metafile: true,
    write: false,
    outdir: "nowhere",
    platform: "node",
    format: "esm",
    conditions,
    loader: { ".node": "empty" },
    // debug uses it for colors if it is installed, which it is only for tests.
    // sharp is copied whole, because it loads its program by name.
    external: ["supports-color", "sharp"],
    // Keeps the project's paths if node_modules is a link.
    preserveSymlinks: true,
    logLevel: "error",
  });
  return Object.keys(metafile.inputs).filter((file) => file.startsWith("node_modules/"));
}

function packageFilesOf(file) {
  const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
  const inner = [];
  for (let at = dirname(file); at.length >= folder.length; at = dirname(at)) {
    inner.push(join(at, "package.json"));
  }
  const licenses = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  return [...inner.filter(existsSync), ...licenses.map((name) => join(folder, name))];
}

const bundledFiles = () =>
  JSON.parse(readFileSync("build/programs.json", "utf8"))
    .map((file) => file.slice(file.indexOf("node_modules/")))
    .filter((file) => file.startsWith("node_modules/"));

const [target] = process.argv.slice(2);
if (!target) {
  console.error("node app/cli/pack.mjs FOLDER");
  process.exit(2);
}
const folder = resolve(target);
process.chdir(root);
// Newer versions of Node also use this condition, and packages can have different files for it.
const modules = [...(await importedFiles([])), ...(await importedFiles(["module-sync"]))];
for (const path of new Set([
  ...own,
  ...loadedByName,
  ...modules,
  ...[...modules, ...bundledFiles()].flatMap(packageFilesOf),
])) {
  cpSync(path, join(folder, path), {
    recursive: true,
    dereference: true,
    filter: (file) => !leftOut.test(file),
  });
}
