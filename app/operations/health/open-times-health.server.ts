import { lastCorrection } from "~/availability/recount-open-slots.server";
import type { App } from "~/boot/app.server";
import { day } from "~/core/time";
import { durationText, type HealthCheck, resultOf } from "./health-check";

const shownFor = 7 * day;

export async function checkOpenTimes({ reads, clock }: Pick<App, "reads" | "clock">): Promise<HealthCheck> {
  const result = resultOf("Open times");
  const corrected = await lastCorrection(reads);
  const age = corrected === null ? shownFor : clock.now() - corrected;
  return age >= shownFor
    ? result("good", "Open times match slots, visits, and busy times. This is checked every day.")
    : result(
        "warn",
        `Patients saw incorrect open times until ${durationText(age)} ago, when the times were corrected. See open-slots.corrected in the audit log.`,
      );
}
