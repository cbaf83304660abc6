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

/** A moving picture and a beep in place of the camera and microphone, or a browser that blocks both. */
export type Devices = "simulated" | "blocked";

const launched = new Map<Devices, ReturnType<typeof chromium.launch>>();

/** The worker's Chromium, which all of its files share. */
export function sharedBrowser(devices: Devices): ReturnType<typeof chromium.launch> {
  const running = launched.get(devices);
  if (running) return running;
  // Chromium's headless shell has no question about devices, so flags answer it.
  const answer = devices === "blocked" ? "=deny" : "";
  const browser = chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      // Without a graphics card, drawing for one costs more than drawing.
      "--disable-gpu",
      "--in-process-gpu",
      "--use-fake-device-for-media-stream",
      `--use-fake-ui-for-media-stream${answer}`,
      `--disable-features=${disabled}`,
    ],
  });
  launched.set(devices, browser);
  return browser;
}
