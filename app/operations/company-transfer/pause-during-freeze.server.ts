import type { App } from "~/boot/app.server";
import { isAnyCompanyFrozen } from "~/company/moving-companies.server";
import { repeat } from "~/core/repeat.server";
import { second } from "~/core/time";

type Stop = () => Promise<void>;

/**
 * Runs work in the background, except while a company is frozen: its rows can't change then, and one of them would stop
 * a round for all companies.
 * @returns a function that stops the work
 */
export async function pauseDuringFreeze(app: App, begin: () => Stop): Promise<Stop> {
  let running: Stop | null = (await isAnyCompanyFrozen(app.reads)) ? null : begin();
  const look = async () => {
    const isFrozen = await isAnyCompanyFrozen(app.reads);
    if (isFrozen && running) {
      const stop = running;
      running = null;
      await stop();
      app.log.info("work paused, because a company is frozen");
    } else if (!isFrozen && !running) {
      running = begin();
    }
  };
  const stopLooking = repeat(second, look, (error) => app.log.error({ err: error }, "freeze"));
  return async () => {
    await stopLooking();
    await running?.();
  };
}
