// Finds a working Chromium or downloads one, in the order that decision 045 lists.
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { root } from "../../app/cli/prepare.mjs";

const knownPaths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Lists the Chromiums downloaded by any version of Playwright, newest first. */
function downloaded() {
  const folders = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), ".cache/ms-playwright"),
    join(homedir(), "Library/Caches/ms-playwright"),
  ].filter(Boolean);
  const pattern = "chromium{_headless_shell,}-*/chrome-*/{chrome-headless-shell,headless_shell,chrome}";
  const version = (path) => Number(path.match(/-(\d+)/)?.[1]);
  return folders.flatMap((folder) =>
    globSync(pattern, { cwd: folder })
      .sort((a, b) => version(b) - version(a))
      .map((path) => join(folder, path)),
  );
}

/** Checks that the program starts and shows a page. It may be installed without its libraries. */
async function works(path) {
  const { chromium } = await import("playwright");
  try {
    const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"], timeout: 60_000 });
    const page = await browser.newPage();
    await page.setContent("<p>ready</p>");
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

async function firstWorking() {
  for (const path of [...knownPaths, ...downloaded()]) {
    if (existsSync(path) && (await works(path))) return path;
  }
  return null;
}

/** Runs a command that may fail. `minutes` is its time limit, for machines without a network. */
function attempt(command, args, minutes) {
  console.log(`> ${[command, ...args].join(" ")}`);
  spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: minutes * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

/** Returns the path of a Chromium for the browser tests, or null if none works. */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return chosen;
  const installed = await firstWorking();
  if (installed) return installed;
  console.log("No working browser is installed. Downloading Playwright's Chromium…");
  attempt(process.execPath, ["node_modules/playwright/cli.js", "install", "--only-shell", "chromium"], 4);
  const fetched = await firstWorking();
  if (fetched) return fetched;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  console.log("Playwright's Chromium doesn't start. Installing the system's package…");
  attempt("apt-get", ["update"], 3);
  attempt("apt-get", ["install", "-y", "chromium-headless-shell"], 6);
  const packaged = await firstWorking();
  if (packaged) return packaged;
  attempt("apt-get", ["install", "-y", "chromium"], 6);
  return firstWorking();
}
