// node app/cli/pack.mjs FOLDER: copies there what a built product runs on, and of its packages only the files
// that the programs can reach. The Dockerfile makes the image of it.
import "./current-node.mjs";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { root } from "./prepare.mjs";

// What the programs find by name at run time, which no import shows.
const named = [
  `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
  "node_modules/dejavu-fonts-ttf/LICENSE",
  "node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf",
  "node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf",
  "node_modules/unicode-emoji-json/data-by-emoji.json",
  "node_modules/unicode-emoji-json/package.json",
];
const own = ["app/cli", "build", "migrations", "package.json", "public"];
/** What lies among it and was of use to the build alone. */
const left = /^(app\/cli\/(commands|.+\.ts|build\.mjs|pack\.mjs)|build\/(metafile\..+|programs)\.json)$/;

/** The files of packages that the built programs import, at once or later. */
async function reached(conditions) {
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
    // The names as they stand in the project, where packages lie behind a link.
    preserveSymlinks: true,
    logLevel: "error",
  });
  return Object.keys(metafile.inputs).filter((file) => file.startsWith("node_modules/"));
}

/** The file that says how a package is to be loaded, and those that say on what terms. */
function papersOf(file) {
  const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
  const inner = [];
  for (let at = dirname(file); at.length >= folder.length; at = dirname(at)) {
    inner.push(join(at, "package.json"));
  }
  const terms = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  return [...inner.filter(existsSync), ...terms.map((name) => join(folder, name))];
}

/** The packages that the programs already hold; their terms come along all the same. */
const taken = () =>
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
// Newer Nodes know one more condition, under which a package may give other files.
const modules = [...(await reached([])), ...(await reached(["module-sync"]))];
for (const path of new Set([...own, ...named, ...modules, ...[...modules, ...taken()].flatMap(papersOf)])) {
  cpSync(path, join(folder, path), {
    recursive: true,
    dereference: true,
    filter: (file) => !left.test(file),
  });
}
