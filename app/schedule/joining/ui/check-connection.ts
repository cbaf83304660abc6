import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { showFailed, showWorks } from "./check-results";
import { checkTexts as texts } from "./check-texts";

const tries = 5;

// Video calls stutter if the round trip is longer (ms) or the bandwidth is lower (Mbit/s) than this.
const slowFrom = 600;
const thinBelow = 0.6;

export async function checkConnection(): Promise<void> {
  try {
    const times: number[] = [];
    for (let turn = 0; turn < tries; turn++) {
      const started = performance.now();
      await fetchWithTimeout("/healthz", { cache: "no-store" });
      times.push(performance.now() - started);
    }
    const middle = times.sort((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
    const { downlink = thinBelow } = (navigator as { connection?: { downlink?: number } }).connection ?? {};
    if (middle >= slowFrom || downlink < thinBelow) showFailed("connection", texts.connectionSlow);
    else showWorks("connection", texts.connectionWorks);
  } catch {
    showFailed("connection", texts.connectionLost);
  }
}
