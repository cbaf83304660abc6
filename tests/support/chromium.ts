import { chromium } from "playwright";

// Chromium uses only the last list of features, so the first part repeats Playwright's list.
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
  // These load address bar pages for each context and start a renderer in advance.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "PreloadTopChromeWebUI",
  "SpareRendererForSitePerProcess",
  // A page of the same site then reuses the frame, which makes loads about a fifth cheaper.
  "RenderDocument",
];

/** Simulated devices are a moving picture and a beep. Blocked means that the browser denies both devices. */
export type Devices = "simulated" | "blocked";

const launched = new Map<Devices, ReturnType<typeof chromium.launch>>();

/** Returns the worker's Chromium, which all of its test files share. */
export function sharedBrowser(devices: Devices): ReturnType<typeof chromium.launch> {
  const running = launched.get(devices);
  if (running) return running;
  // Chromium's headless shell has no permission prompt for devices, so flags decide.
  const permission = devices === "blocked" ? "=deny" : "";
  // Chromium hangs under faketime, so openBrowser shifts the clock of the pages only.
  const { LD_PRELOAD: _, ...env } = process.env;
  const browser = chromium.launch({
    env,
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    // Playwright allows popups by default, but people's browsers block a tab that no click opened.
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    args: [
      "--no-sandbox",
      // Without a graphics card, emulating one is slower than drawing without it.
      "--disable-gpu",
      "--in-process-gpu",
      "--use-fake-device-for-media-stream",
      `--use-fake-ui-for-media-stream${permission}`,
      `--disable-features=${disabled}`,
    ],
  });
  launched.set(devices, browser);
  return browser;
}
