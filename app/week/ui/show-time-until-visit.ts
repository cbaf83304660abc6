import { second } from "~/core/time";
import { untilText } from "../until";

/** Keeps "in 25 min" right while the page is open. Each update of the page brings the server's time again. */
export function showTimeUntilVisit(): void {
  let rendered = "";
  let seenAt = 0;
  const show = () => {
    const place = document.querySelector<HTMLElement>("[data-until]");
    if (!place) return;
    const { until = "", end = "", now = "" } = place.dataset;
    if (now !== rendered) [rendered, seenAt] = [now, performance.now()];
    const time = Date.parse(now) + performance.now() - seenAt;
    const text = untilText({ start: Date.parse(until), end: Date.parse(end) }, time);
    if (place.textContent !== text) place.textContent = text;
  };
  show();
  setInterval(show, 5 * second);
}
