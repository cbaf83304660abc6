// npm run build: builds Remix, page scripts, the command line and workers, and compresses static files.
import "./current-node.mjs";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { ensureInstalled, root, startBuild } from "./prepare.mjs";

ensureInstalled();
const { build } = await import("esbuild");

process.chdir(root);
const markBuilt = startBuild();
rmSync("build", { recursive: true, force: true });
rmSync("public/build", { recursive: true, force: true });

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );

await buildRemix();
if (!existsSync("build/server.js")) throw new Error("The Remix build didn't create build/server.js.");

// Pages are rendered only on the server, so Remix's browser bundles aren't used.
for (const name of readdirSync("public/build")) {
  if (name !== "_assets") rmSync(join("public/build", name), { recursive: true });
}

const addressOf = (path) => path.replace(/^public\//, "/");
const forBrowsers = {
  outdir: "public/build/scripts",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2020",
  metafile: true,
};
const { metafile: shared } = await build({ ...forBrowsers, entryPoints: { idiomorph: "idiomorph" } });
const [idiomorph] = Object.keys(shared.outputs);
const shareIdiomorph = {
  name: "share-idiomorph",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^idiomorph$/ }, () => ({ path: addressOf(idiomorph), external: true })),
};

const preferOwnTemporal = {
  name: "prefer-own-temporal",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^temporal-polyfill($|\/fns\/)/ }, () => ({
      path: join(root, "app/ui/scripts/browser-temporal.ts"),
    })),
};

// Each script is one file, except that all share idiomorph. Scripts that render with React or load parts later end in .tsx and
// share chunks (tests/cli/build.test.ts checks the endings).
const scripts = [
  { ending: ".enhance.ts", splitting: false, plugins: [shareIdiomorph] },
  {
    ending: ".enhance.tsx",
    splitting: true,
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [shareIdiomorph, preferOwnTemporal],
    // For browser-temporal.ts, which waits for an import and has only the functions that FullCalendar uses.
    target: "es2022",
    logOverride: { "import-is-undefined": "error" },
  },
];
const addresses = {};
for (const { ending, ...options } of scripts) {
  const entryPoints = filesBelow("app").filter((file) => file.endsWith(ending));
  const { metafile } = await build({
    ...forBrowsers,
    ...options,
    entryPoints,
    jsx: "automatic",
  });
  for (const [file, { entryPoint, imports }] of Object.entries(metafile.outputs)) {
    if (!entryPoint) continue;
    const chunks = imports.filter(({ kind }) => kind !== "dynamic-import").map(({ path }) => path);
    addresses[basename(entryPoint, ending)] = [file, ...chunks].map(addressOf);
  }
}
writeFileSync("build/scripts.json", JSON.stringify(addresses));

// Used by the demo. It is part of the tests, which a checkout may not have.
const simulator = "tests/support/simulated-order-system.ts";
const workers = filesBelow("app").filter((file) => file.endsWith(".worker.server.ts"));
// These are bundled, because loading their hundreds of small files takes longer than running them. Other
// packages have native parts or are loaded on demand.
const bundled =
  /^(cockatiel|csv-parse|csv-stringify|fast-xml-parser|ical-generator|kysely|libphonenumber-js|lru-cache|otpauth|remix-auth|sirv|temporal-polyfill|zod)$/;
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const { metafile } = await build({
  entryPoints: {
    server: "build/server.js",
    cli: "app/cli/main.ts",
    ...(existsSync(simulator) && { "simulated-order-system": simulator }),
    ...Object.fromEntries(workers.map((file) => [basename(file, ".server.ts"), file])),
  },
  outdir: "build",
  allowOverwrite: true,
  bundle: true,
  external: Object.keys(dependencies).filter((name) => !bundled.test(name)),
  platform: "node",
  mainFields: ["module", "main"],
  format: "esm",
  target: "node22",
  // V8 keeps the text of a module in memory.
  minifyWhitespace: true,
  metafile: true,
});
// V8 takes two bytes for each character if one of them is not in Latin-1. esbuild escapes such characters in strings, but
// not in regular expressions.
for (const file of Object.keys(metafile.outputs)) {
  const escaped = readFileSync(file, "utf8").replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  writeFileSync(file, escaped);
}
writeFileSync("build/programs.json", JSON.stringify(Object.keys(metafile.inputs)));

for (const file of filesBelow("public/build").filter((name) => /\.(js|css|svg)$/.test(name))) {
  const bytes = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
markBuilt();

/**
 * Does what `remix build` does, and closes esbuild's contexts. That command leaves them open, so esbuild waits for them
 * when the command ends, and prints "fatal error: all goroutines are asleep - deadlock!" after a complete build.
 */
async function buildRemix() {
  process.env.NODE_ENV = "production";
  const require = createRequire(import.meta.url);
  const part = (name) => require(join(root, "node_modules/@remix-run/dev/dist", name));
  const compiler = await part("compiler/compiler.js").create({
    config: await part("config.js").readConfig(root),
    options: { mode: "production", sourcemap: false },
    fileWatchCache: part("compiler/fileWatchCache.js").createFileWatchCache(),
    logger: part("tux/logger.js").logger,
  });
  try {
    await compiler.compile();
  } finally {
    await compiler.dispose();
  }
}
