import { chromium } from "playwright";

const variable = "TEST_BROWSER_ENDPOINT";

/** Starts one Chromium for the whole run, the one that `npm test` found. */
export async function setup() {
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  process.env[variable] = server.wsEndpoint();
  return () => server.close();
}

let connected: ReturnType<typeof chromium.connect> | undefined;

/** The run's Chromium; each worker connects to it once. */
export const sharedBrowser = () => {
  connected ??= chromium.connect(process.env[variable] ?? "");
  return connected;
};
