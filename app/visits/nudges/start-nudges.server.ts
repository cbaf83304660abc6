import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute } from "~/core/time";
import { followUpNoShows } from "../outcome/follow-up-no-show.server";
import { nudgeOrders } from "./nudge-orders.server";

/** @returns a function that stops it and waits for the last round */
export function startNudges(app: App): () => Promise<void> {
  const round = async () => {
    await followUpNoShows(app);
    await nudgeOrders(app);
  };
  return repeat(minute, round, (error) => app.log.error({ err: error }, "nudges"));
}
