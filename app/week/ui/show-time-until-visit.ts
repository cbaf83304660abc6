import { second } from "~/core/time";
import { untilText } from "../until";

/** Keeps "in 25 min" right while the page is open. @param now the server's time in ms UTC when it rendered the page */
export function showTimeUntilVisit(now: number): void {
  // The device's clock may be wrong, but it also runs while the device sleeps.
  const ahead = Date.now() - now;
  const show = () => {
    const place = document.querySelector<HTMLElement>("[data-until]");
    const { until = "", end = "" } = place?.dataset ?? {};
    const text = untilText({ start: Date.parse(until), end: Date.parse(end) }, Date.now() - ahead);
    if (place && place.textContent !== text) place.textContent = text;
  };
  setInterval(show, 5 * second);
  document.addEventListener("visibilitychange", show);
}
