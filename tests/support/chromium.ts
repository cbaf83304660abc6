import { chromium } from "playwright";

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
  // A camera with a moving picture and a microphone that beeps, for pages that may use them.
  args: ["--no-sandbox", "--use-fake-device-for-media-stream", `--disable-features=${disabled}`],
};

let launched: ReturnType<typeof chromium.launch> | undefined;

/** The worker's Chromium, which all of its files share. */
export const sharedBrowser = () => {
  launched ??= chromium.launch(options);
  return launched;
};
