import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute } from "~/core/time";
import { nudgeOrders } from "./nudge-orders.server";
import { recoverMissedVisits } from "./recover-missed-visits.server";

/** @returns stops, and waits for the last round */
export function startNudges(app: App): () => Promise<void> {
  const round = async () => {
    await recoverMissedVisits(app);
    await nudgeOrders(app);
  };
  return repeat(minute, round, (error) => app.log.error({ err: error }, "nudges"));
}
