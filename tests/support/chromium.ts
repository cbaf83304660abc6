import { chromium } from "playwright";

const variable = "TEST_BROWSER_ENDPOINT";

// Chromium obeys only the last list of features, so the first part repeats Playwright's own.
const disabled = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // Each context would load the pages of an address bar and start a renderer in advance.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "PreloadTopChromeWebUI",
  "SpareRendererForSitePerProcess",
];

const options = {
  executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
  args: ["--no-sandbox", `--disable-features=${disabled}`],
};

/** Starts one Chromium for the whole run, the one that `npm test` found. */
export async function setup() {
  const server = await chromium.launchServer(options);
  process.env[variable] = server.wsEndpoint();
  return () => server.close();
}

let connected: ReturnType<typeof chromium.connect> | undefined;

/** The run's Chromium; each worker connects to it once. Without one, as in a soak, the worker starts its own. */
export const sharedBrowser = () => {
  const endpoint = process.env[variable];
  connected ??= endpoint ? chromium.connect(endpoint) : chromium.launch(options);
  return connected;
};
